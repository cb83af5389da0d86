import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { WcRequest } from '#contract/dapp.ts'
import { pendingSessions, requestKind } from '#domain/dapp.ts'
import { pendingItems } from '#domain/pending.ts'
import { useAction } from '#state/action.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { rejectRequest, reviewRequest, reviewSession, sessionIcon } from '#state/review.ts'
import { onboardingText } from '#text/onboarding.ts'
import { AppIcon } from '#ui/AppIcon.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

/** What DApps have asked and nobody has answered: this screen has no tabs that would list it. */
export function Waiting({ walletId }: { walletId: string }) {
  const all = useAtomValue(sessionsAtom(walletId))
  const sessions = pendingSessions(all)
  const requests = pendingItems(useAtomValue(requestsAtom(walletId)))
  if (sessions.length + requests.length === 0) return null
  return (
    <Card className="mt-5 md:mt-7">
      <h2 className="type-h3" id="waiting">
        {onboardingText.waiting}
      </h2>
      <ul aria-labelledby="waiting" className="m-0 mt-1 -mb-3 list-none p-0 divide-y divide-line">
        {sessions.map((session) => {
          const { name } = session.proposerMeta
          return (
            <Item
              key={session.id}
              icon={sessionIcon(session)}
              title={name}
              caption={onboardingText.wantsToConnect}
            >
              <Button
                acts
                aria-label={onboardingText.connectWho(name)}
                onClick={() => reviewSession(session)}
              >
                {onboardingText.connect}
              </Button>
            </Item>
          )
        })}
        {requests.map((item) => {
          const session = all.find(({ id }) => id === item.sessionId)
          return (
            <Item
              key={item.id}
              icon={session && sessionIcon(session)}
              title={item.method}
              caption={session?.proposerMeta.name ?? ''}
            >
              <Button
                acts
                aria-label={onboardingText.reviewWhat(item.method)}
                onClick={() => reviewRequest(item)}
              >
                {onboardingText.review}
              </Button>
              {!requestKind(item) && <Reject item={item} />}
            </Item>
          )
        })}
      </ul>
    </Card>
  )
}

/** For what has no dialog. */
function Reject({ item }: { item: WcRequest }) {
  const reject = useAction(() => rejectRequest(item), { onError: 'error-info' })
  return (
    <Button
      acts
      working={reject.working}
      aria-label={onboardingText.rejectWhat(item.method)}
      onClick={() => void reject.run()}
    >
      {onboardingText.reject}
    </Button>
  )
}

type ItemProps = { icon: string | undefined; title: string; caption: string; children: ReactNode }

function Item({ icon, title, caption, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <AppIcon src={icon} />
      <span className="min-w-0 flex-1 text-ui [overflow-wrap:anywhere]">
        <bdi className="block font-550">{title}</bdi>
        <bdi className="block text-sm text-text-3">{caption}</bdi>
      </span>
      {children}
    </li>
  )
}
