import Fastify from 'fastify'
import { parseEther } from 'viem'
import { startAnvil } from '#server/sandbox/anvil.ts'
import { connect, payer } from '#server/sandbox/client.ts'

// Starts a chain, has one payment mined, says where it is, and waits to be killed.
const [stateFile = '', to = ''] = process.argv.slice(2)
const { rpcUrl } = await startAnvil({ chainId: 153, stateFile, log: Fastify().log })
await payer(connect(rpcUrl))({ to: to as `0x${string}`, value: parseEther('7') })
process.stdout.write(`${rpcUrl}\n`)
