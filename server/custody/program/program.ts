import { pino } from 'pino'
import { openCustody } from '#server/custody/custody.ts'
import { loadKeyRing, ringMarks } from '#server/custody/keyring.ts'
import { isDatabase, openDatabaseStore } from '#server/custody/postgres.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { openStore } from '#server/custody/store.ts'
import { connectSigners } from '#server/signer/program/client.ts'
import { serveCustody } from './serve.ts'
import { readSettings } from './settings.ts'

/** Custody as a process of its own, `npm run serve:custody`: it holds the keys and speaks only with its callers. */
const main = async (): Promise<void> => {
  const { dir, keyFile, place, policyDelayS, anchor, signers, isReal } = readSettings(process.env)
  const log = pino({ level: 'warn', base: null }, process.stderr)
  const keyRing = loadKeyRing(keyFile, 'CUSTODY_KEY_FILE')
  // Nobody else writes from now on, though what lies there is read only when a caller is there.
  const database = isDatabase(dir) ? await openDatabaseStore(dir, { waits: true }) : undefined
  const first = database ?? (await openStore(dir))
  let lent = false
  const three =
    signers &&
    connectSigners({ places: signers, log, apart: isReal ? { rings: ringMarks(keyRing) } : undefined })
  const serving = await serveCustody({
    place,
    log,
    open: (around) =>
      openCustody({
        dir,
        keyRing,
        clock: { now: () => new Date() },
        policyDelayS,
        anchor,
        signers: three,
        warn: (message) => log.error(message),
        async openStore(again) {
          if (lent) return openStore(again)
          lent = true
          return first
        },
        ...around,
      }),
  })

  let ending = false
  void database?.ended.then(() => {
    if (ending) return
    // Another process takes over; this one begins anew, behind it.
    process.stderr.write('Custody lost its database.\n')
    process.exit(1)
  })
  const end = () => {
    if (ending) return
    ending = true
    serving
      .close()
      .then(() => first.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  if (process.send) {
    // Whoever started it as a child waits for this, and takes it along.
    process.on('disconnect', end)
    process.send('ready')
  } else process.stdout.write('Custody is ready for its callers.\n')
}

main().catch((error: unknown) => {
  const known = error instanceof CustodyRefusal || (error instanceof Error && error.constructor === Error)
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
