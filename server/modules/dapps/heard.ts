import type { Connection } from './connection.ts'
import type { DappDeps } from './deps.ts'
import { judge } from './judge.ts'
import { isMetaOf } from './meta.ts'
import type { RequestRow, SessionRow } from './store.ts'

/**
 * Whether two rows say of a request and its connection what the dApp itself said to the WalletConnect client: rows are
 * no witness of it. Where another process has the client nobody here can tell, and the rows are believed.
 */
export const isHeard = async (
  deps: Pick<DappDeps, 'db' | 'wallets' | 'chains'>,
  connection: Connection,
  row: RequestRow,
  session: SessionRow,
): Promise<boolean> => {
  if (session.topic !== row.topic || session.walletId !== row.walletId) return false
  const client = connection.client()
  if (!client) return true
  const held = client.sessions().find(({ topic }) => topic === row.topic)
  const asked = client.requests().find(({ topic, id }) => topic === row.topic && id === row.rpcId)
  if (!held || !asked || !isMetaOf(session.proposerMeta, held.peer.metadata)) return false
  const { chainId, request } = asked.params
  const verdict = await judge(deps, { walletId: row.walletId, granted: held.namespaces }, chainId, request)
  return (
    verdict.ok &&
    request.method === row.method &&
    verdict.value.blockchain === row.blockchain &&
    JSON.stringify(verdict.value.params) === JSON.stringify(row.params)
  )
}
