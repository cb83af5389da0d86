import type { DappDeps } from './deps.ts'
import { judge } from './judge.ts'
import { isMetaOf } from './meta.ts'
import type { Told } from './reach.ts'
import type { RequestRow, SessionRow } from './store.ts'

/**
 * Whether two rows say of a request and its connection what the dApp itself said to the WalletConnect client: rows are
 * no witness of it.
 */
export const isHeard = async (
  deps: Pick<DappDeps, 'db' | 'wallets' | 'chains'>,
  told: (topic: string, id: number) => Promise<Told>,
  row: RequestRow,
  session: SessionRow,
): Promise<boolean> => {
  if (session.topic !== row.topic || session.walletId !== row.walletId) return false
  const { session: held, request: asked } = await told(row.topic, row.rpcId)
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
