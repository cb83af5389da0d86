import type { AddressInfo } from 'node:net'
import { openCore } from './core.ts'
import { makeEsplora } from './esplora.ts'
import { type Gift, makeFaucet } from './faucet.ts'
import { openNode } from './node.ts'

/** What whoever started this process may ask for. */
export type Order =
  | { do: 'mine'; blocks: number; empty?: boolean }
  | { do: 'hold'; held: boolean }
  | { do: 'give'; gifts: Gift[] }
  | { do: 'reorganise'; depth: number; forget: boolean }
  | { do: 'stop' }
export type Reply = { id: number; result: string | number } | { id: number; error: string }

/** A Bitcoin node for trying things out, with Esplora's REST interface, as a process of its own. */
const [port = '0', folder, blockTime = '0'] = process.argv.slice(2)
const bitcoind = process.env.BITCOIND_PATH
const node = bitcoind ? await openCore(bitcoind, folder || undefined) : await openNode(folder || undefined)
const faucet = makeFaucet(node)
await faucet.fill()

const server = makeEsplora(node)
await new Promise<void>((listening) => server.listen(Number(port), '127.0.0.1', listening))

let mining: NodeJS.Timeout | undefined
let isHeld = false
const stop = async () => {
  clearInterval(mining)
  server.closeAllConnections()
  server.close()
  await node.close()
}

const carryOut = async (order: Order): Promise<string | number> => {
  switch (order.do) {
    case 'mine':
      return faucet.mine(order.blocks, order.empty)
    case 'hold':
      isHeld = order.held
      return 0
    case 'give':
      return faucet.give(order.gifts)
    case 'reorganise':
      return node.reorganise(order.depth, order.forget)
    case 'stop':
      await stop()
      return 0
  }
}

/** One after the other, in the order in which they came. */
let last = Promise.resolve()
const inOrder = (work: () => Promise<void>) => {
  last = last.then(work).catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
}
process.on('message', ({ id, order }: { id: number; order: Order }) => {
  inOrder(async () => {
    const reply: Reply = await carryOut(order).then(
      (result) => ({ id, result }),
      (error: unknown) => ({ id, error: String(error) }),
    )
    process.send?.(reply)
    if (order.do === 'stop') process.disconnect?.()
  })
})
const mineOne = async () => {
  if (!isHeld) await node.mine(1)
}
if (Number(blockTime) > 0) mining = setInterval(() => inOrder(mineOne), Number(blockTime) * 1000)
// Whoever started it is gone: so is this.
process.on('disconnect', () => process.exit())
process.send?.({ port: (server.address() as AddressInfo).port })
