import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { Call } from './client.ts'
import { evmAddress } from './faucet.ts'

const PERMISSION_ABI = parseAbi(['function allow(address account)'])

/** The call that completes KYC for an address on the local chain. */
export const allowCall = (permission: Address, address: string): Call => ({
  to: permission,
  data: encodeFunctionData({ abi: PERMISSION_ABI, functionName: 'allow', args: [evmAddress(address)] }),
})
