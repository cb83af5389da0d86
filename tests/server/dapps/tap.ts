import type { Launch, Launched } from '#server/dapps/launch.ts'
import { MESSAGE_MAX } from '#server/dapps/message.ts'
import { type Frames, makeFrames } from '#server/line/frames.ts'
import { launchHere, makePair } from '#tests/server/harness/dapps.ts'

interface Frame {
  id: number
  ask?: string
  message?: unknown
  answer?: unknown
  fault?: { code: string; message: string }
}
type Forge = (asked: unknown, answer: unknown) => Pick<Frame, 'answer' | 'fault'>

/** Beyond what a client counts up to. */
const OWN_IDS = 1_000_000_000

/** The WalletConnect client taken over: whoever has this says what he likes in its name. */
export const makeTap = () => {
  let lives = 0
  let lastId = OWN_IDS
  let near: Frames | undefined
  let raw: { write(bytes: Buffer): void } | undefined
  let current: Launched | undefined
  const forged = new Map<string, Forge>()
  const asked = new Map<number, { name: string; message: unknown }>()
  const waiting = new Map<number, (frame: Frame) => void>()
  const lived: (() => void)[] = []

  const launch: Launch = () => {
    const inner = launchHere()
    const [stream, far] = makePair()
    const own = makeFrames(far, MESSAGE_MAX, (text) => {
      const frame = JSON.parse(text) as Frame
      if (frame.ask !== undefined) asked.set(frame.id, { name: frame.ask, message: frame.message })
      const wake = waiting.get(frame.id)
      if (wake && frame.ask === undefined) wake(frame)
      else child.send(text)
    })
    const child = makeFrames(inner.stream, MESSAGE_MAX, (text) => {
      const frame = JSON.parse(text) as Frame
      const question = frame.ask === undefined ? asked.get(frame.id) : undefined
      const forge = question && forged.get(question.name)
      own.send(forge ? JSON.stringify({ id: frame.id, ...forge(question.message, frame.answer) }) : text)
    })
    void own.ended.then(inner.kill)
    void child.ended.then(() => far.destroy())
    lives += 1
    near = own
    raw = far
    const kill = () => {
      inner.kill()
      far.destroy()
      stream.destroy()
    }
    const launched = { ...inner, stream, kill }
    current = launched
    for (const wake of lived.splice(0)) wake()
    return launched
  }

  return {
    launch,
    lives: () => lives,
    /** Resolves when the next process of the client begins. */
    reborn: () => new Promise<void>((resolve) => lived.push(resolve)),
    kill: () => current?.kill(),
    /** Says something to the server, and hears what it makes of it. */
    say: (ask: string, message: unknown): Promise<Frame> =>
      new Promise((resolve) => {
        lastId += 1
        const id = lastId
        waiting.set(id, resolve)
        near?.send(JSON.stringify({ id, ask, message }))
      }),
    sayRaw: (text: string) => near?.send(text),
    sayBytes: (bytes: Buffer) => raw?.write(bytes),
    /** Answers in the client's place from now on, or no more. */
    answer(name: string, forge: Forge | undefined) {
      if (forge) forged.set(name, forge)
      else forged.delete(name)
    },
  }
}
