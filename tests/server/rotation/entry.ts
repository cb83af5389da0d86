import { pino } from 'pino'
import { type Rotation, rotate } from '#server/rotation.ts'

// A rotation of keys whose process is killed right after so many files and fields.
const { steps, ...rotation } = JSON.parse(process.argv[2] ?? '') as Rotation & { steps: number }
let left = steps
await rotate({
  ...rotation,
  log: pino({ level: 'silent' }),
  print: (line) => process.stdout.write(`${line}\n`),
  onStep() {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  },
})
