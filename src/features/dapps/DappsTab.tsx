import { useAtomValue } from 'jotai'
import type { WcSession } from '#contract/dapp.ts'
import type { Wallet } from '#contract/wallet.ts'
import { sessionBadge } from '#domain/badge.ts'
import { listedSessions, sessionAction } from '#domain/dapp.ts'
import { openModal } from '#state/modals.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { sessionsLoadAtom } from '#state/queries.ts'
import { reviewSession, sessionIcon } from '#state/review.ts'
import { saying } from '#text/catalogue.ts'
import { dappsText } from '#text/dapps.ts'
import { AppIcon } from '#ui/AppIcon.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { useDesktop } from '#ui/media.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { Cell, type Column, Row, Table } from '#ui/Table.tsx'

export function DappsTab({ wallet }: { wallet: Wallet }) {
  const sessions = listedSessions(useAtomValue(sessionsAtom(wallet.id)))
  const load = useAtomValue(sessionsLoadAtom(wallet.id))
  const desktop = useDesktop()
  if (sessions.length > 0) {
    const newest = [...sessions].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    return desktop ? <DappTable sessions={newest} /> : <DappList sessions={newest} />
  }
  return (
    <NoRows load={load} icon="globe" what={dappsText.dappsOf}>
      <EmptyState icon="globe" title={dappsText.none}>
        {dappsText.notConnected(wallet.name)}
      </EmptyState>
    </NoRows>
  )
}

const heads = (): Column[] => [
  { label: dappsText.dapp },
  { label: dappsText.action, width: 'w-45' },
  { label: dappsText.status, width: 'w-45' },
]

type Props = { sessions: readonly WcSession[] }

function DappTable({ sessions }: Props) {
  return (
    <Table label={dappsText.dapps} head={heads()}>
      {sessions.map((session) => (
        <Row key={session.id}>
          <Cell>
            <span className="flex items-center gap-14px">
              <AppIcon src={sessionIcon(session)} />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi className="block font-550">{session.proposerMeta.name}</bdi>
                <bdi className="line-clamp-2 text-sm text-text-3">{session.proposerMeta.description}</bdi>
              </span>
            </span>
          </Cell>
          <Cell>
            <Action session={session} />
          </Cell>
          <Cell>
            <Status session={session} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function DappList({ sessions }: Props) {
  return (
    <List label={dappsText.dapps}>
      {sessions.map((session) => (
        <ListRow
          key={session.id}
          className="items-start!"
          start={<AppIcon src={sessionIcon(session)} />}
          title={<bdi className="[overflow-wrap:anywhere]">{session.proposerMeta.name}</bdi>}
          caption={<bdi className="[overflow-wrap:anywhere]">{session.proposerMeta.description}</bdi>}
          end={<Status session={session} />}
        >
          <Action session={session} className="mt-2" />
        </ListRow>
      ))}
    </List>
  )
}

function Status({ session }: { session: WcSession }) {
  const { tone, text } = sessionBadge(session.status)
  return <Badge tone={tone}>{saying(text)}</Badge>
}

function Action({ session, className }: { session: WcSession; className?: string }) {
  const action = sessionAction(session)
  if (!action) return null
  const { id, walletId, proposerMeta } = session
  const [label, open] =
    action === 'connect'
      ? [dappsText.connect, () => reviewSession(session)]
      : [dappsText.disconnect, () => openModal({ id: 'disconnect-session', walletId, sessionId: id })]
  return (
    <Button size={32} className={className} acts aria-label={`${label} ${proposerMeta.name}`} onClick={open}>
      {label}
    </Button>
  )
}
