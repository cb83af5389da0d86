import { readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { Relayer } from '@walletconnect/core'
import { pino } from 'pino'
import { CHANNEL_FD } from '#server/dapps/message.ts'
import { serveClient } from '#server/dapps/program/serve.ts'
import type { Step } from './mortality.ts'

/** The client's process, that kills itself at the step which a file names: nothing is sent, closed or given back. */
const file = process.argv[2] ?? ''

const step = (): Step | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Step
  } catch {
    return undefined
  }
}
const die = (): never => {
  rmSync(file)
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

const socket = new Socket({ fd: CHANNEL_FD })
const write = socket.write.bind(socket)
let seen = 0
socket.write = ((bytes: Buffer) => {
  const text = bytes.toString()
  const now = step()
  if (now?.at === 'says' && text.includes('"ask":') && text.includes(now.what)) {
    seen += 1
    if (seen === now.nth) die()
  }
  return write(bytes)
}) as typeof socket.write

/** Tag of an answer to a request of a session. */
const ANSWER = 1109
const { publish } = Relayer.prototype
Relayer.prototype.publish = async function (topic, message, opts) {
  if (opts?.tag === ANSWER && step()?.at === 'before the answer is out') die()
  await publish.call(this, topic, message, opts)
  if (opts?.tag === ANSWER && step()?.at === 'after the answer is out') die()
}

await serveClient(socket, () => pino({ level: 'silent' }))
process.exit(0)
