import {
  type Abi,
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getCreate2Address,
  type Hex,
  isAddressEqual,
  isHex,
  parseAbi,
  zeroHash,
} from 'viem'
import type { TokenType } from '#contract/asset.ts'
import type { Call, NodeClient } from './client.ts'
import permission from './contracts/Permission.json' with { type: 'json' }
import registry from './contracts/Registry.json' with { type: 'json' }
import collectible from './contracts/TestCollectible.json' with { type: 'json' }
import token from './contracts/TestToken.json' with { type: 'json' }

export type SandboxToken = {
  symbol: string
  name: string
  type: TokenType
  address: Address
  decimals: number
}

/** Redbelly's bootstrap registry, at the same address on each of its networks. */
export const REGISTRY_ADDRESS: Address = '0xDAFEA492D9c6733ae3d56b7Ed1ADB60692c98Bc5'

/** Deployed on every new node; gives a contract an address that depends on its bytes alone (EIP-1014). */
const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const REGISTRY_ABI = parseAbi([
  'function getContractAddress(string name) view returns (address)',
  'function setContractAddress(string name, address target)',
])

const TOKENS = [
  { type: 'ERC20', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  { type: 'ERC20', name: 'Dai Stablecoin', symbol: 'DAI', decimals: 18 },
  { type: 'ERC721', name: 'Countersign Seal', symbol: 'SEAL', decimals: 0 },
] as const

const hex = (text: string): Hex => {
  if (!isHex(text)) throw new Error('A contract artifact holds no hexadecimal bytecode: compile it again')
  return text
}

type Send = (call: Call) => Promise<Hex>

const deployOnce = async (client: NodeClient, send: Send, code: Hex): Promise<Address> => {
  const address = getCreate2Address({ from: CREATE2_DEPLOYER, salt: zeroHash, bytecode: code })
  if (!(await client.getCode({ address })))
    await send({ to: CREATE2_DEPLOYER, data: concat([zeroHash, code]) })
  return address
}

const constructorOf = (abi: unknown) => (abi as Abi).find((item) => item.type === 'constructor')?.inputs ?? []

/** Deploys what is not there yet; the addresses are the same on every chain and after every start. */
export const deployTokens = async (client: NodeClient, send: Send): Promise<SandboxToken[]> => {
  const deployed: SandboxToken[] = []
  for (const { type, name, symbol, decimals } of TOKENS) {
    const artifact = type === 'ERC20' ? token : collectible
    const values = type === 'ERC20' ? [name, symbol, decimals] : [name, symbol]
    const code = concat([hex(artifact.bytecode), encodeAbiParameters(constructorOf(artifact.abi), values)])
    deployed.push({ symbol, name, type, address: await deployOnce(client, send, code), decimals })
  }
  return deployed
}

/** Puts the registry at its real address and the permission contract into it; returns the latter's address. */
export const deployPermission = async (client: NodeClient, send: Send): Promise<Address> => {
  const address = await deployOnce(client, send, hex(permission.bytecode))
  const bytecode = hex(registry.deployedBytecode)
  if ((await client.getCode({ address: REGISTRY_ADDRESS })) !== bytecode)
    await client.setCode({ address: REGISTRY_ADDRESS, bytecode })
  const known = await client.readContract({
    address: REGISTRY_ADDRESS,
    abi: REGISTRY_ABI,
    functionName: 'getContractAddress',
    args: ['permission'],
  })
  if (!isAddressEqual(known, address)) {
    const args = ['permission', address] as const
    await send({
      to: REGISTRY_ADDRESS,
      data: encodeFunctionData({ abi: REGISTRY_ABI, functionName: 'setContractAddress', args }),
    })
  }
  return getAddress(address)
}
