import type { WcSession } from '#contract/dapp.ts'
import { hostOf } from '#domain/dapp.ts'
import { sessionIcon } from '#state/review.ts'
import { dappsText } from '#text/dapps.ts'
import { AppIcon } from '#ui/AppIcon.tsx'

type Props = {
  title: string
  session: WcSession | undefined
  /** Says that nobody has checked who it is. */
  unchecked?: boolean
}

/** What is asked, and by whom. */
export function AppHead({ title, session, unchecked }: Props) {
  const host = session && hostOf(session.proposerMeta.url)
  return (
    <div className="flex items-center gap-14px">
      <AppIcon src={session && sessionIcon(session)} size={44} />
      <div className="min-w-0">
        <h2 className="text-[1.125rem] leading-6 font-600 tracking-[-.01em]">{title}</h2>
        <p className="text-sm text-text-3 break-words [overflow-wrap:anywhere]">
          {session ? (
            <>
              <bdi>{session.proposerMeta.name}</bdi>
              {host && ` · ${host}`}
            </>
          ) : (
            dappsText.lookingUp
          )}
        </p>
        {unchecked && session && <p className="text-sm text-text-3">{dappsText.unchecked}</p>}
      </div>
    </div>
  )
}
