import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Abi, type Address, encodeDeployData, getAddress, type Hex, parseEther } from 'viem'
import { startAnvil } from '#server/sandbox/anvil.ts'
import { connect, payer } from '#server/sandbox/client.ts'
import { deployPermission, deployTokens } from '#server/sandbox/deploy.ts'
import { giftCall } from '#server/sandbox/faucet.ts'
import { allowCall } from '#server/sandbox/kyc.ts'

const NATIVE = { symbol: 'RBNT', decimals: 18 }

/** A local chain of its own; it mines each transaction at once, and nothing by itself. */
export const startNode = async (chainId = 153) => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-node-'))
  const log = pino({ level: 'silent' })
  const anvil = await startAnvil({
    chainId,
    stateFile: join(folder, 'state.json'),
    log,
    blockTime: 'instant',
  })
  const client = connect(anvil.rpcUrl)
  const send = payer(client)
  const tokens = await deployTokens(client, send)
  const permission = await deployPermission(client, send)
  const bySymbol = (symbol: string) => {
    const token = tokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`The node has no ${symbol}`)
    return token
  }
  return {
    rpcUrl: anvil.rpcUrl,
    client,
    send,
    token: bySymbol,
    give: (address: string, amount?: string, symbol?: string) =>
      send(giftCall({ address, amount, symbol }, NATIVE, tokens, 'redbelly:testnet')),
    allow: (address: string) => send(allowCall(permission, address)),
    balance: (address: string) => client.getBalance({ address: address as Address }),
    /** Resolves when nothing that could be mined waits any more. */
    async mined() {
      while (Number((await client.getTxpoolStatus()).pending) > 0)
        await client.getBlockNumber({ cacheTime: 0 })
    },
    async deploy(abi: unknown, bytecode: string, args: unknown[] = []): Promise<Address> {
      const [account] = await client.getAddresses()
      const data = encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args })
      const hash = await client.sendTransaction({ account: account as Address, chain: null, data })
      const { contractAddress } = await client.waitForTransactionReceipt({ hash })
      if (!contractAddress) throw new Error('Nothing was deployed')
      return getAddress(contractAddress)
    },
    async stop() {
      await anvil.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type TestNode = Awaited<ReturnType<typeof startNode>>

export const ether = (amount: string): bigint => parseEther(amount)
