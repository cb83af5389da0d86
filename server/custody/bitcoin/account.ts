import { encodeTaproot } from '#domain/bitcoin.ts'
import { accountNetworkOf, type BitcoinNetwork } from '#domain/chain.ts'
import type { Identity } from '#server/custody/disk/identity.ts'
import type { EventData } from '#server/custody/event.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { addressText } from '#server/custody/statement.ts'
import type { Box, Sight, Vault } from '#server/custody/vault.ts'
import { outputKey } from '#server/signer/share.ts'

export type Added = EventData<'account-added'>

/** An address with custody's word for whose it is: a signature over `addressText`. */
export interface BitcoinAccount {
  network: BitcoinNetwork
  address: string
  signature: string
}

/** A wallet's account on one network; throws where there is none. */
export const accountOn = ({ state, key }: Pick<Sight, 'state' | 'key'>, network: BitcoinNetwork): Added => {
  const added = state.accounts.get(network)
  if (added) return added
  throw new CustodyRefusal('BadInput', `Wallet ${key.walletId} has no account on Bitcoin ${network} yet.`)
}

/** The same account always gets the same signature (RFC 8032), so it is made once. */
const made = new WeakMap<Added, BitcoinAccount>()

const signedAccount = (identity: Identity, { key }: Pick<Sight, 'key'>, added: Added): BitcoinAccount => {
  const known = made.get(added)
  if (known) return known
  const { network, address } = added
  const { walletId, userId } = key
  const name = accountNetworkOf(`bitcoin:${network}`) ?? network
  const signature = identity.sign(addressText({ walletId, userId, network: name, address }))
  const account = { network, address, signature }
  made.set(added, account)
  return account
}

export const bitcoinAccounts = (identity: Identity, sight: Pick<Sight, 'key' | 'state'>): BitcoinAccount[] =>
  [...sight.state.accounts.values()].map((added) => signedAccount(identity, sight, added))

/** Those whose key was replaced. */
export const formerAccounts = (identity: Identity, sight: Pick<Sight, 'key' | 'state'>): BitcoinAccount[] =>
  [...sight.state.keys.values()].flatMap((all) =>
    all.slice(0, -1).map((added) => signedAccount(identity, sight, added)),
  )

/**
 * Has the signers make a key that nobody holds, and writes its public half down: the log is where an account is. It needs
 * no file beside the wallet's key, since custody keeps no secret of it. Again it answers the same one.
 */
export const addBitcoinAccount = async (
  vault: Vault,
  box: Box,
  { network }: Input<'addBitcoinAccount'>,
): Promise<Omit<BitcoinAccount, 'network'>> => {
  if (!box.state.accounts.has(network)) {
    const { commitments, verifying } = await vault.signers.makeKey(box.key.walletId, network)
    const address = encodeTaproot(outputKey({ commitments }), network)
    await box.append({
      type: 'account-added',
      data: { family: 'bitcoin', network, address, commitments, verifying },
    })
  }
  const { address, signature } = signedAccount(vault.identity, box, accountOn(box, network))
  return { address, signature }
}
