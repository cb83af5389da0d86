import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import type { WcRequest } from '#contract/dapp.ts'
import type { Wallet } from '#contract/wallet.ts'
import { requestBadge } from '#domain/badge.ts'
import { chainName } from '#domain/chain.ts'
import { requestKind } from '#domain/dapp.ts'
import { dateText, timeText } from '#domain/date.ts'
import { itemLink } from '#domain/notice.ts'
import { isPending } from '#domain/pending.ts'
import { useAction } from '#state/action.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { requestsLoadAtom } from '#state/queries.ts'
import { rejectRequest, reviewRequest } from '#state/review.ts'
import { saying } from '#text/catalogue.ts'
import { dappsText } from '#text/dapps.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { useDesktop } from '#ui/media.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { Cell, type Column, Row, Table } from '#ui/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

export function RequestsTab({ wallet }: { wallet: Wallet }) {
  const requests = useAtomValue(requestsAtom(wallet.id))
  const load = useAtomValue(requestsLoadAtom(wallet.id))
  const desktop = useDesktop()
  if (requests.length > 0) {
    const newest = [...requests].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    return desktop ? <RequestTable requests={newest} /> : <RequestList requests={newest} />
  }
  return (
    <NoRows load={load} icon="pencil" what={dappsText.requestsOf}>
      <EmptyState icon="pencil" title={dappsText.noRequests}>
        {dappsText.noRequestsYet}
      </EmptyState>
    </NoRows>
  )
}

const heads = (): Column[] => [
  { label: dappsText.method },
  { label: dappsText.action, width: 'w-45' },
  { label: dappsText.status, width: 'w-45' },
]

type Props = { requests: readonly WcRequest[] }

function RequestTable({ requests }: Props) {
  return (
    <Table label={dappsText.requests} head={heads()}>
      {requests.map((item) => (
        <Row key={item.id}>
          <Cell>
            <span className="block font-550 [overflow-wrap:anywhere]">{item.method}</span>
            <span className="block text-sm text-text-3">
              <Origin item={item} />
            </span>
          </Cell>
          <Cell>
            <Actions item={item} />
          </Cell>
          <Cell>
            <Status item={item} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function RequestList({ requests }: Props) {
  return (
    <List label={dappsText.requests}>
      {requests.map((item) => (
        <ListRow
          key={item.id}
          className="items-start!"
          title={<span className="[overflow-wrap:anywhere]">{item.method}</span>}
          caption={<Origin item={item} />}
          end={<Status item={item} />}
        >
          <Actions item={item} className="mt-1" />
        </ListRow>
      ))}
    </List>
  )
}

/** Who asked, for which network, and when. */
function Origin({ item }: { item: WcRequest }) {
  const session = useAtomValue(sessionsAtom(item.walletId)).find(({ id }) => id === item.sessionId)
  const { blockchain, createdAt } = item
  return (
    <>
      {session && (
        <>
          <bdi className="[overflow-wrap:anywhere]">{session.proposerMeta.name}</bdi>
          {' · '}
        </>
      )}
      {`${chainName(blockchain)} · ${dateText(createdAt)}, ${timeText(createdAt)}`}
    </>
  )
}

function Status({ item }: { item: WcRequest }) {
  const { tone, text } = requestBadge(item.status)
  return <Badge tone={tone}>{saying(text)}</Badge>
}

/** What has no dialog can be turned down right here. */
function Actions({ item, className = '' }: { item: WcRequest; className?: string }) {
  if (!isPending(item)) return null
  return (
    <span className={`flex flex-wrap items-center gap-x-4 gap-y-1 ${className}`}>
      <Review item={item} />
      {!requestKind(item) && <Reject item={item} />}
    </span>
  )
}

function Review({ item }: { item: WcRequest }) {
  return (
    <Link
      href={itemLink('requests', item)}
      className="link text-ui hit-44"
      onClick={(event) => {
        event.preventDefault()
        reviewRequest(item)
      }}
    >
      {dappsText.review}
      <VisuallyHidden> {item.method}</VisuallyHidden>
    </Link>
  )
}

function Reject({ item }: { item: WcRequest }) {
  const reject = useAction(() => rejectRequest(item), { onError: 'error-info' })
  return (
    <Button
      size={32}
      acts
      working={reject.working}
      aria-label={`${dappsText.reject} ${item.method}`}
      onClick={() => void reject.run()}
    >
      {dappsText.reject}
    </Button>
  )
}
