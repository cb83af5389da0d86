import { Duplex } from 'node:stream'
import { pino } from 'pino'
import type { Launch } from '#server/dapps/launch.ts'

/** One of two ends: what is written to one can be read from the other. */
class End extends Duplex {
  other: End | undefined
  override _read(): void {}
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.other?.push(chunk)
    done()
  }
  override _final(done: () => void): void {
    this.other?.push(null)
    done()
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { other } = this
    if (other && !other.destroyed && !other.readableEnded) other.push(null)
    done(error)
  }
}

export const makePair = (): [Duplex, Duplex] => {
  const [one, other] = [new End(), new End()]
  one.other = other
  other.other = one
  return [one, other]
}

/** The client's program in this process, which is faster, behind the same messages. */
export const launchHere: Launch = () => {
  const [stream, far] = makePair()
  const gone = import('#server/dapps/program/serve.ts')
    .then(({ serveClient }) => serveClient(far, (level) => pino({ level })))
    .then((client) => client?.close())
  return {
    stream,
    pid: undefined,
    kill: () => {
      far.destroy()
      stream.destroy()
    },
    gone: gone.catch(() => undefined),
  }
}
