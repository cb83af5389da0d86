import { type PublicClient, zeroAddress } from 'viem'

const ABI = [
  {
    type: 'function',
    name: 'getContractAddress',
    stateMutability: 'view',
    inputs: [{ type: 'string' }],
    outputs: [{ type: 'address' }],
  },
  {
    type: 'function',
    name: 'isAllowed',
    stateMutability: 'view',
    inputs: [{ type: 'address' }],
    outputs: [{ type: 'bool' }],
  },
] as const

/**
 * Redbelly's own test of who may write: the bootstrap registry names the permission contract, which may move, so
 * it is looked up every time. An empty registry allows nobody.
 */
export const readPermission = async (
  client: PublicClient,
  registry: `0x${string}`,
  address: `0x${string}`,
): Promise<boolean> => {
  const permission = await client.readContract({
    address: registry,
    abi: ABI,
    functionName: 'getContractAddress',
    args: ['permission'],
  })
  if (permission === zeroAddress) return false
  return client.readContract({ address: permission, abi: ABI, functionName: 'isAllowed', args: [address] })
}
