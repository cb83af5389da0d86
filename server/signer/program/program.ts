import { pino } from 'pino'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { openTogether } from '#server/signer/inside.ts'
import { serveSigner } from './serve.ts'
import { readSettings } from './settings.ts'

/** A signer as a process of its own, `npm run serve:signer`: it holds one share of every key and speaks only with custody. */
const main = async (): Promise<void> => {
  const { signers: asked, place, policyDelayS, peers } = readSettings(process.env)
  const log = pino({ level: 'warn', base: null }, process.stderr)
  const places = await Promise.all(
    asked.map(async ({ party, dir, keyRing }) => ({ party, dir, keyRing: await keyRing() })),
  )
  const signers = await openTogether({ places, policyDelayS, clock: { now: () => new Date() } })
  const servings: { close(): void }[] = []
  for (const { party, meet, ask } of signers) {
    if (peers) meet(peers)
    servings.push(await serveSigner({ place, party, ask, log }))
  }

  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    for (const serving of servings) serving.close()
    Promise.all(signers.map((signer) => signer.close())).then(
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
  } else
    process.stdout.write(`Signer ${signers.map(({ party }) => party).join(', ')} is ready for custody.\n`)
}

main().catch((error: unknown) => {
  const known = error instanceof CustodyRefusal || (error instanceof Error && error.constructor === Error)
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
