import { useAtomValue } from 'jotai'
import { comparableAddress } from '#domain/address.ts'
import { initialOf } from '#domain/contact.ts'
import type { Named } from '#domain/names.ts'
import { dealingsAtom } from '#state/contacts.ts'
import { contactsText } from '#text/contacts.ts'
import { sendText } from '#text/send.ts'
import { AddressCompare } from '#ui/AddressCompare.tsx'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PersonTile } from '#ui/PersonTile.tsx'

type Props = {
  /** What stands in the field, and whom it could be mistaken for. */
  address: string
  known: Named
  checked: boolean
  error: string | undefined
  onCheck: (checked: boolean) => void
  onUse: () => void
}

const ERROR = 'look-alike-error'

/** Both addresses beside each other, before anything goes to one that only looks like somebody's. */
export function LookAlike({ address, known, checked, error, onCheck, onUse }: Props) {
  const count = useAtomValue(dealingsAtom).get(comparableAddress(known.address))?.count ?? 0
  return (
    <div className="mt-3">
      <Notice tone="bad" icon="triangle-alert" role="alert">
        <b className="font-550">{sendText.lookAlike.title(known.name)}</b>
        <span className="block">{sendText.lookAlike.why}</span>
      </Notice>
      <div className="mt-3 rounded-input border border-line p-4">
        <p className="mb-1 text-sm text-text-2">{sendText.lookAlike.entered}</p>
        <AddressCompare value={address} other={known.address} />
        <div className="mb-1 mt-3 flex flex-wrap items-center gap-x-2 border-t border-line pt-3">
          <PersonTile initial={known.kind === 'wallet' ? undefined : initialOf(known.name)} size={28} />
          <bdi className="text-ui font-550 [overflow-wrap:anywhere]">{known.name}</bdi>
          {count > 0 && <span className="text-sm text-text-3">· {contactsText.transfers(count)}</span>}
        </div>
        <AddressGroups value={known.address} />
      </div>
      <Button size={40} block className="mt-3" onClick={onUse}>
        {sendText.lookAlike.use(known.name)}
      </Button>
      <label className="mt-3 flex min-h-44px items-start gap-3 py-2 text-ui text-text-2">
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error !== undefined}
          aria-describedby={error ? ERROR : undefined}
          onChange={({ target }) => onCheck(target.checked)}
          className="mt-px size-5 shrink-0 accent-accent"
        />
        {sendText.lookAlike.checked}
      </label>
      {error && (
        <p id={ERROR} role="alert" className="flex gap-6px text-sm font-500 text-bad">
          <Icon name="circle-alert" className="mt-px" />
          {error}
        </p>
      )}
    </div>
  )
}
