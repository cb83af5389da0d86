import type { Wallet } from '#contract/wallet.ts'
import { accountOn } from '#domain/chain.ts'
import { askSandbox } from '#net/sandbox.ts'

/** Where identities are checked. */
const CHAIN = 'redbelly:testnet'

/** In whole coins. */
export const GIFTS = [
  { amount: '100', symbol: 'RBNT' },
  { amount: '100', symbol: 'USDC' },
] as const
export type Gift = (typeof GIFTS)[number]

/** From the sandbox's faucet; it arrives by push. */
export const giveTestMoney = async (
  wallet: Pick<Wallet, 'accounts'>,
  gift: Gift = GIFTS[0],
): Promise<void> => {
  const address = accountOn(wallet, CHAIN)?.address
  await askSandbox('faucet', { address, blockchain: CHAIN, ...gift })
}
