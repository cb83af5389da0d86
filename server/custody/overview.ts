import type { AccountNetwork } from '#contract/blockchain.ts'
import { MIN_CONSENSUS } from '#contract/limit.ts'
import { accountNetworkOf } from '#domain/chain.ts'
import { type Requirement, requirementOf } from './approval/guardian.ts'
import { bitcoinAccounts } from './bitcoin/account.ts'
import type { Identity } from './disk/identity.ts'
import { type Missing, missingFor, openHolds } from './hold/hold.ts'
import type { KeyFile } from './keys.ts'
import { entitled } from './policy.ts'
import { heldOn } from './state.ts'
import { addressText } from './statement.ts'
import type { Sight, Vault } from './vault.ts'

/** An address with custody's word for whose it is: a signature over `addressText`. */
interface SignedAccount {
  network: AccountNetwork
  address: string
  signature: string
}

/** What lists of wallets show of one, from custody's own records. */
export interface Overview {
  walletId: string
  userId: string
  accounts: SignedAccount[]
  enabled: boolean
  consensus: number
  /** Of the latest rules; 0 before the first. */
  version: number
  /** Guardians who may approve now. */
  confirmed: number
  lingering?: NonNullable<Requirement['lingering']>
  /** Sends wait for these to agree: all of them, or those on one chain. */
  held?: Missing & { isWhole: boolean }
}

type Accounts = [SignedAccount, ...SignedAccount[]]

/** The same key always gets the same signature (RFC 8032), so it is made once. */
const made = new WeakMap<KeyFile, Accounts>()

export const accountsOf = (identity: Identity, key: KeyFile): Accounts => {
  const known = made.get(key)
  if (known) return known
  const { walletId, userId, address } = key
  const network = 'evm' as const
  const signature = identity.sign(addressText({ walletId, userId, network, address }))
  const accounts: Accounts = [{ network, address, signature }]
  made.set(key, accounts)
  return accounts
}

const bitcoinOf = (identity: Identity, sight: Sight): SignedAccount[] =>
  bitcoinAccounts(identity, sight).flatMap(({ network, address, signature }) => {
    const name = accountNetworkOf(`bitcoin:${network}`)
    return name ? { network: name, address, signature } : []
  })

export const overviewOf = ({ identity, delay }: Vault, sight: Sight): Overview => {
  const { walletId, userId } = sight.key
  const policy = sight.state.policies.at(-1)
  const { lingering } = requirementOf(sight, delay)
  const holds = openHolds(sight.state)
  return {
    walletId,
    userId,
    accounts: [...accountsOf(identity, sight.key), ...bitcoinOf(identity, sight)],
    enabled: policy?.enabled ?? false,
    consensus: policy?.consensus ?? MIN_CONSENSUS,
    version: policy?.version ?? 0,
    confirmed: entitled(sight.state.policies).length,
    ...(lingering && { lingering }),
    ...(holds.length > 0 && {
      held: { ...missingFor(holds), isWhole: holds.some((one) => heldOn(one) === undefined) },
    }),
  }
}
