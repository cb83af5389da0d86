import {
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  RpcRequestError,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTracer } from '#server/chains/evm/trace.ts'
import coinArtifact from '#server/sandbox/contracts/OddCoin.json' with { type: 'json' }
import { startNode, type TestNode } from './node.ts'

const WALLET = '0x00000000000000000000000000000000000000aa'
const refusal = (code: number, message: string) => (method: string) =>
  new RpcRequestError({ body: { method }, error: { code, message }, url: '' })
const absent = refusal(-32601, 'the method does not exist/is not available')

let node: TestNode
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.stop())

/** The node, except for methods that it does not have or cannot answer now; with all that it was asked for. */
const tracer = (refused: Record<string, (method: string) => Error>) => {
  const real = createPublicClient({ transport: http(node.rpcUrl) })
  const asked: string[] = []
  const client = createPublicClient({
    transport: custom(
      {
        async request({ method, params }) {
          asked.push(method)
          const error = refused[method]?.(method)
          if (error) throw error
          return real.request({ method, params })
        },
      },
      { retryCount: 0 },
    ),
  })
  return { payments: makeTracer(client), asked }
}

const paid = async (functionName: 'pay' | 'payInVain', value: string) => {
  const to = await node.deploy(coinArtifact.abi, coinArtifact.bytecode)
  const data = encodeFunctionData({ abi: coinArtifact.abi, functionName, args: [WALLET] })
  const hash: Hex = await node.send({ to, data, value: parseEther(value) })
  return { block: Number(await node.client.getBlockNumber({ cacheTime: 0 })), hash, from: to.toLowerCase() }
}

test('both kinds of traces tell what was paid inside a call, and nothing that was taken back', async () => {
  const { block, hash, from } = await paid('pay', '2')
  const vain = await paid('payInVain', '3')
  const debug = tracer({})
  const trace = tracer({ debug_traceBlockByNumber: absent })
  for (const { payments } of [debug, trace]) {
    expect(await payments(block)).toEqual([{ hash, from, to: WALLET, value: parseEther('2') }])
    expect(await payments(vain.block)).toEqual([])
  }
  expect(new Set(debug.asked)).toEqual(new Set(['debug_traceBlockByNumber']))
  // A method that is not there is asked for once.
  expect(trace.asked).toEqual(['debug_traceBlockByNumber', 'trace_block', 'trace_block'])
})

test('a node without traces says so once; one that only fails is asked again', async () => {
  const none = tracer({ debug_traceBlockByNumber: absent, trace_block: absent })
  for (const block of [1, 2]) expect(await none.payments(block)).toBeUndefined()
  expect(none.asked).toHaveLength(2)
  const busy = tracer({
    debug_traceBlockByNumber: refusal(-32000, 'required historical state is not available'),
  })
  for (const block of [1, 2]) expect(await busy.payments(block)).toBeUndefined()
  expect(busy.asked).toEqual(['debug_traceBlockByNumber', 'debug_traceBlockByNumber'])
})
