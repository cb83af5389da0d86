import { authText } from '#text/auth.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import type { Authenticator } from './authenticator.ts'

/** Where an authenticator app is had: a code to scan with the phone, and a link for those who are on it. */
export function StoreLinks({ app }: { app: Authenticator }) {
  return (
    <ul className="m-0 flex list-none flex-wrap justify-center gap-4 p-0">
      {app.stores.map((store) => (
        <li key={store.name} className="flex flex-col gap-3">
          <QrCode value={store.url} size={160} label={authText.storeCode(app.name, store.name)} />
          <ButtonLink
            href={store.url}
            target="_blank"
            rel="noopener noreferrer"
            iconEnd="external-link"
            block
          >
            {store.name}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
