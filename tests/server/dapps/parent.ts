import { pino } from 'pino'
import { launchProgram } from '#server/dapps/launch.ts'
import { openRemote } from '#server/dapps/remote.ts'

/** A process that starts a client, says which process that is, and does nothing more. */
const nobody = async () => undefined
const { pid } = await openRemote({
  launch: launchProgram(),
  opening: { relayUrl: 'ws://127.0.0.1:9', publicUrl: 'http://localhost', level: 'silent', heldMs: 600_000 },
  records: { keys: async () => [], read: nobody, write: nobody },
  listener: { proposed: nobody, requested: nobody, ended: nobody },
  log: pino({ level: 'silent' }),
})
process.stdout.write(`child ${pid}\n`)
