import { readFileSync } from 'node:fs'
import { schnorr } from '@noble/curves/secp256k1.js'
import { draftSpend, Spend } from '#server/signer/spend.ts'
import { RECIPIENT, walletLog } from '#tests/server/signer/log.ts'
import { startThree } from '#tests/server/signer/processes.ts'

const KEYS = 20
const SPENDS = 60
const SPEND = Spend.parse({
  ...{ network: 'regtest', recipient: RECIPIENT, amount: '40000', change: '59500', feeCeiling: '1000' },
  coins: [{ txid: 'ab'.repeat(32), vout: 0, value: '100000' }],
})

const times = async (count: number, work: (turn: number) => Promise<unknown>): Promise<number[]> => {
  const measured: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const from = performance.now()
    await work(turn)
    measured.push(performance.now() - from)
  }
  return measured
}

const TICK_MS = 10
/** What this process and these have computed so far, in ms. */
const computed = (pids: readonly number[]): number => {
  const { user, system } = process.cpuUsage()
  const others = pids.map((pid) => {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  })
  return others.reduce((sum, ms) => sum + ms, (user + system) / 1000)
}

/** A key of three who never meet, and spends by two of them, each a process of its own; beside them a key in one hand. */
export const benchSigners = async ({
  spread,
  add,
}: {
  spread(values: number[]): string
  add(what: string, measured: string, floor: string): void
}): Promise<void> => {
  const three = await startThree()
  try {
    const { signers } = three
    const pids = three.pids()
    const before = computed(pids)
    const made = await times(KEYS, (turn) => signers.makeKey(`key-${turn}`, 'regtest'))
    const keyWork = (computed(pids) - before) / KEYS
    const bareKeys = await times(KEYS, async () => schnorr.keygen())
    add(
      `a Bitcoin key of three signers over sockets, ${KEYS} times`,
      `${spread(made)}, ${Math.round(keyWork)} ms of CPU in all four processes`,
      `one key: ${spread(bareKeys)}`,
    )

    const walletId = 'bench'
    const log = walletLog(walletId, Date.now)
    log.publish(await signers.makeKey(walletId, 'regtest'))
    for (let turn = 0; turn < SPENDS; turn += 1) {
      const txId = `tx-${turn}`
      log.propose({ txId })
      log.sign({ txId, coins: [{ txid: 'ab'.repeat(32), vout: turn, value: '100000' }] })
    }
    await signers.tell(walletId, log.entries)
    const told = computed(pids)
    const signed = await times(SPENDS, (turn) => signers.sign(walletId, `tx-${turn}`))
    const work = (computed(pids) - told) / SPENDS
    const { secretKey, publicKey } = schnorr.keygen()
    const bare = await times(SPENDS, async () => {
      const draft = draftSpend(SPEND, publicKey)
      draft.sign(draft.digests.map((digest) => schnorr.sign(digest, secretKey)))
    })
    add(
      `a taproot spend by two of three over sockets, ${SPENDS} times`,
      `${spread(signed)}, ${Math.round(work)} ms of CPU in all four processes`,
      `one key: ${spread(bare)}`,
    )
  } finally {
    await three.stop()
  }
}
