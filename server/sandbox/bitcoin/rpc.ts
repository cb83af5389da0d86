import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

/** What is asked of Bitcoin Core, and in which shape it answers (its RPC interface, 24 and later). */

const TIMEOUT_MS = 60_000
const AGAIN_MS = 100
/** It is still reading what it has on disk. */
const WARMING_UP = -28

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Hex = z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/))
const Count = z.int().check(z.nonnegative())
/** Bitcoin, as a number; answers satoshi. */
const Amount = z.pipe(
  z.number(),
  z.transform((bitcoin: number) => Math.round(bitcoin * 1e8)),
)

const RESULTS = {
  getbestblockhash: Hash,
  getblockcount: Count,
  getblockhash: Hash,
  /** At verbosity 2. */
  getblock: z.object({ hash: Hash, height: Count, time: Count, tx: z.array(z.object({ hex: Hex })) }),
  getrawmempool: z.array(Hash),
  /** In hex. */
  getrawtransaction: Hex,
  getmempoolinfo: z.object({ size: Count, bytes: Count, total_fee: Amount }),
  sendrawtransaction: Hash,
  generatetoaddress: z.array(Hash),
  generateblock: z.object({ hash: Hash }),
  invalidateblock: z.null(),
  stop: z.string(),
}
type Results = typeof RESULTS

const Reply = z.object({
  result: z.unknown(),
  error: z.nullish(z.object({ code: z.int(), message: z.string() })),
})

/** Calls one node; what it refuses is thrown as a Refusal in its own words and numbers. */
export const makeRpc = (url: string, cookieFile: string) => {
  const call = async <M extends keyof Results>(method: M, ...params: unknown[]) => {
    const cookie = await readFile(cookieFile, 'utf8')
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(cookie.trim()).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: method, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = await answer.text()
    if (answer.status === 401) throw new Error('bitcoind does not take its own cookie')
    const { result, error } = Reply.parse(JSON.parse(body))
    if (error) throw new Refusal(error.code, error.message)
    return RESULTS[method].parse(result) as z.infer<Results[M]>
  }
  return {
    call,
    /** Resolves when it answers; `ended` says why it never will. */
    async ready(ended: () => string | undefined, withinMs: number): Promise<void> {
      const until = Date.now() + withinMs
      for (;;) {
        try {
          await call('getblockcount')
          return
        } catch (error) {
          const reason = ended()
          if (reason !== undefined) throw new Error(reason)
          if (error instanceof Refusal && error.code !== WARMING_UP) throw error
          if (Date.now() > until) throw new Error('bitcoind does not answer', { cause: error })
          await sleep(AGAIN_MS)
        }
      }
    },
  }
}
