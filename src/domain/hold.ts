import type { Hold, Wallet } from '#contract/wallet.ts'

/** Who still has to agree before a wallet whose sends are held goes on; undefined while they are not held. */
export const holdOf = (wallet: Pick<Wallet, 'features'>): Hold | undefined =>
  wallet.features.find((feature) => feature.type === 'hold')?.payload

/** A guardian lets nothing out of it. */
export const isFrozen = (wallet: Pick<Wallet, 'features'>): boolean =>
  wallet.features.some(({ type }) => type === 'freeze')
