import { once } from 'node:events'
import type { BitcoinNetwork } from '#domain/chain.ts'
import type { CountsOf, Operator, UnspentOf } from '#server/custody/custody.ts'
import type { OperatorCalls } from '#server/custody/operator/calls.ts'
import { makeLine } from '#server/line/line.ts'
import { errorOf, faultOf, unreachable } from './fault.ts'
import { dial } from './lasting.ts'
import { VERSION } from './message.ts'
import type { Place } from './place.ts'

/** How long a command waits for custody, in ms; a status of many wallets takes its time. */
const WITHIN = 600_000

const NEEDS_STOP =
  'This takes older states: stop custody and the servers first, so that nobody comes between, and start them after it.'

/** Nobody listens there: no custody runs. */
const isNobody = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED'].includes(String(error.code))

/** The operator's way to a custody that runs; undefined where none does. */
export const connectOperator = async (place: Place): Promise<Operator | undefined> => {
  const ws = dial(place, 'operator')
  const line = makeLine({
    within: WITHIN,
    send: (text) => ws.send(text),
    answer: async () => null,
    faultOf,
    errorOf,
    lost: unreachable,
  })
  ws.on('message', (data) => line.receive(data.toString()))
  ws.on('close', () => line.cut('the line broke'))
  try {
    await once(ws, 'open')
  } catch (error) {
    if (isNobody(error)) return undefined
    throw error
  }
  ws.on('error', () => undefined)
  await line.ask('hello', { version: VERSION, mirrors: false })
  const ask = <N extends keyof OperatorCalls>(name: N, message: Parameters<OperatorCalls[N]>[0]) =>
    line.ask('call', { name, message }) as ReturnType<OperatorCalls[N]>
  return {
    senders: () => ask('senders', {}),
    status: () => ask('status', {}),
    async release(walletId: string, countsOf: CountsOf) {
      const counts = await countsOf(await ask('address', { walletId }))
      return ask('release', { walletId, counts: [...counts] })
    },
    async forgotten(walletId: string, countsOf: CountsOf) {
      const counts = await countsOf(await ask('address', { walletId }))
      return ask('forgotten', { walletId, counts: [...counts] })
    },
    async missing(walletId: string, unspentOf: UnspentOf) {
      const unspent = await unspentOf(await ask('bitcoinSenders', { walletId }))
      const told = [...unspent].map(([network, coins]): [BitcoinNetwork, string[]] => [network, [...coins]])
      return ask('missing', { walletId, unspent: told })
    },
    lift: (userId) => ask('lift', { userId }),
    recover: (email) => ask('recover', { email }),
    recoverMailed: (mailed) => ask('recoverMailed', mailed),
    renewBitcoin: (walletId) => ask('renewBitcoin', walletId === undefined ? {} : { walletId }),
    correctClock: () => ask('correctClock', {}),
    restored: () => Promise.reject(new Error(NEEDS_STOP)),
    startAgain: () => Promise.reject(new Error(NEEDS_STOP)),
    async close() {
      ws.terminate()
    },
  }
}
