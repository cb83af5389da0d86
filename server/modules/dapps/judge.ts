import { accountOn } from '#domain/chain.ts'
import { requestKind } from '#domain/dapp.ts'
import type { Namespaces } from '#server/dapps/message.ts'
import { mayCall } from '#server/modules/transactions/evm/dappcall.ts'
import type { DappDeps } from './deps.ts'
import { badParams, NO_WALLET, NOT_VERIFIED, UNKNOWN_METHOD } from './fault.ts'
import { networkOf } from './networks.ts'
import { type Parsed, readCall, readMessage } from './params.ts'
import { isGranted } from './proposal.ts'
import type { SessionRow } from './store.ts'

const METHOD = /^[\x21-\x7e]{1,64}$/
const MAX_CHARACTERS = 256 * 1024

/** Whether a request can be put before the owner, and with which parameters: as they will be signed. */
export const judge = async (
  { wallets, chains }: Pick<DappDeps, 'wallets' | 'chains'>,
  { walletId, granted }: Pick<SessionRow, 'walletId'> & { granted: Namespaces },
  chainId: string,
  { method, params }: { method: string; params?: unknown },
): Promise<Parsed<{ blockchain: string; params: unknown[] }>> => {
  const network = networkOf(chains, chainId)
  const wallet = await wallets.find(walletId)
  if (!network) {
    return { ok: false, fault: badParams(`The wallet is not on the chain ${chainId.slice(0, 64)}.`) }
  }
  const { blockchain } = network
  const account = wallet && accountOn(wallet, blockchain)
  if (wallet?.status !== 'active' || !account) return { ok: false, fault: NO_WALLET }
  // A connection is with the address that its owner approved it for, whichever wallet its row names.
  if (!isGranted(granted, account.address)) return { ok: false, fault: NO_WALLET }
  if (!METHOD.test(method)) return { ok: false, fault: UNKNOWN_METHOD }
  if ((JSON.stringify(params) ?? '').length > MAX_CHARACTERS) {
    return { ok: false, fault: badParams('The parameters are too long.') }
  }
  const { address } = account
  switch (requestKind({ method })) {
    case 'personal-sign': {
      const message = readMessage(params, address)
      return message.ok ? { ok: true, value: { blockchain, params: [message.value.data, address] } } : message
    }
    case 'send-transaction': {
      if (!mayCall(wallet, blockchain)) return { ok: false, fault: NOT_VERIFIED }
      const call = readCall(params, { address, chainId: network.chainId })
      return call.ok ? { ok: true, value: { blockchain, params: params as unknown[] } } : call
    }
    case undefined:
      return {
        ok: true,
        value: { blockchain, params: Array.isArray(params) ? params : params === undefined ? [] : [params] },
      }
  }
}
