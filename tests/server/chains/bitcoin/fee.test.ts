import { expect, test } from 'vitest'
import { broadcastFailure } from '#server/chains/bitcoin/failure.ts'
import { feeRates } from '#server/chains/bitcoin/fee.ts'

const rates = (estimates: Record<number, number>) =>
  feeRates(new Map(Object.entries(estimates).map(([blocks, rate]) => [Number(blocks), rate])))

test.each([
  ['each tier by its own target', { 1: 87.882, 3: 40, 6: 20.5, 144: 1 }, [20_500n, 40_000n, 87_882n]],
  ['the nearest target below, else the lowest', { 2: 30, 4: 10, 10: 2 }, [10_000n, 30_000n, 30_000n]],
  ['up to the next unit', { 1: 3.00049, 3: 2.0001, 6: 1.0009 }, [1001n, 2001n, 3001n]],
  ['never below the floor', { 1: 0.2, 3: 0.1, 6: 0.1 }, [1000n, 1000n, 1000n]],
  ['never slower for more', { 1: 5, 3: 9, 6: 7 }, [7000n, 9000n, 9000n]],
  ['the floor without estimates', {}, [1000n, 1000n, 1000n]],
])('rates: %s', (_, estimates, [slow, normal, fast]) => {
  expect(rates(estimates)).toEqual({ slow, normal, fast })
})

const says = (code: number, message: string) =>
  `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`

test.each([
  [says(-27, 'Transaction already in block chain'), 'accepted'],
  [says(-27, 'Transaction outputs already in utxo set'), 'accepted'],
  [says(-26, 'txn-already-in-mempool'), 'accepted'],
  [says(-26, 'txn-already-known'), 'accepted'],
  [says(-25, 'bad-txns-inputs-missingorspent'), 'spent'],
  [says(-26, 'txn-mempool-conflict'), 'spent'],
  [says(-26, 'insufficient fee, rejecting replacement abc; new feerate 0.00001 <= old feerate'), 'spent'],
  [says(-26, 'min relay fee not met, 100 < 111'), 'later'],
  [says(-26, 'mempool min fee not met, 100 < 1110'), 'later'],
  [says(-26, 'mempool full'), 'later'],
  [says(-26, 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]'), 'later'],
  [says(-26, 'dust'), 'refused'],
  [says(-26, 'dust, tx with dust output must be 0-fee'), 'refused'],
  [says(-26, 'non-mandatory-script-verify-flag (Witness program hash mismatch)'), 'refused'],
  [says(-26, 'mempool-script-verify-flag-failed (Invalid Schnorr signature)'), 'refused'],
  [says(-26, 'bad-txns-in-belowout, value in < value out'), 'refused'],
  [says(-22, 'TX decode failed. Make sure the tx has at least one input.'), 'refused'],
  [says(-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'), 'refused'],
  ['something new', 'unclear'],
])('%s: %s', (said, kind) => {
  expect(broadcastFailure(400, said, 'Bitcoin').kind).toBe(kind)
})
