import type { HandIn } from './chains/family.ts'
import type { Nodes } from './chains/nodes.ts'
import type { Operator, Said } from './custody/custody.ts'

const handedIn = async (name: string, chain: HandIn, raw: string, spent: string): Promise<Said> => {
  const answer = await chain.broadcast(raw)
  const isLeft = answer.kind !== 'accepted'
  const became = isLeft ? `is not taken: ${'reason' in answer ? answer.reason : spent}` : 'is handed in again'
  return { text: `${name} ${became}.`, isLeft }
}

/**
 * What a node had called spent although it was not, and what all later sends wait for. Its owner was told that nothing was
 * sent. On Bitcoin also what is open and the node does not have.
 */
export const handIn = async (
  operator: Pick<Operator, 'forgotten' | 'missing'>,
  walletId: string,
  { evm, bitcoin }: Nodes,
): Promise<Said[]> => {
  const said: Said[] = []
  for (const { chainId, nonce, txId, raw } of await operator.forgotten(walletId, evm.counts)) {
    const chain = evm.find(chainId)
    if (!chain) continue
    const name = `Send ${txId} with nonce ${nonce} on ${chain.name}`
    said.push(await handedIn(name, chain, raw, 'its nonce is spent'))
  }
  for (const { network, txId, hash, raw } of await operator.missing(walletId, bitcoin.unspent)) {
    const chain = bitcoin.find(network)
    if (!chain) continue
    const name = `Send ${txId} with transaction ${hash} on ${chain.name}`
    said.push(await handedIn(name, chain, raw, 'a coin of it is spent'))
  }
  return said
}
