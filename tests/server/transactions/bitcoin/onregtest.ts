import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { type BitcoinRig, openBitcoinRig } from './rig.ts'

/** For all tests of a file: a Bitcoin chain with a rig over it, both closed after the last. */
export const onRegtest = (
  opened: (both: { regtest: Regtest; rig: BitcoinRig }) => unknown,
  open: (regtest: Regtest) => Promise<BitcoinRig> = openBitcoinRig,
): void => {
  let regtest: Regtest | undefined
  let rig: BitcoinRig | undefined
  beforeAll(async () => {
    regtest = await startRegtest({ log: pino({ level: 'silent' }) })
    rig = await open(regtest)
    await opened({ regtest, rig })
  })
  afterAll(async () => {
    await rig?.stop()
    await regtest?.stop()
  })
}
