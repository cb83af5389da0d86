import { makeSingle } from '#server/async/single.ts'

/** The head of one subject's log, sealed by custody. `kind` is what the subject is: a wallet or a person. */
export interface MirroredHead {
  kind: string
  id: string
  head: string
}

/** Sealed lines of one log from entry `from` on, and the head that they lead to. */
export interface Copy extends MirroredHead {
  from: number
  lines: readonly string[]
}

/**
 * A second place for custody's journals, outside of its own disk. What lies there is sealed: whoever holds it can
 * neither read nor make it, only take it away or put back what was there before.
 */
export interface Mirror {
  heads(): Promise<MirroredHead[]>
  /** Lines of one log from entry `from` on, in their order. */
  lines(kind: string, id: string, from: number): Promise<string[]>
  /** Written together or not at all. What is there already is replaced. */
  write(copies: readonly Copy[]): Promise<void>
}

/** Copies what custody writes, in its order and in the background. */
export interface Copying {
  add(copy: Copy): void
  /** Resolves when everything that was added so far is in the other place; rejects when that place does not answer. */
  settled(): Promise<void>
}

const RETRY_MS = 2_000
/** Characters that are copied at once, unless one copy alone has more. */
const AT_ONCE = 4 * 1024 * 1024

/** How many of those that wait are copied at once. */
const countOf = (waiting: readonly Copy[]): number => {
  let size = 0
  const end = waiting.findIndex(({ lines }) => {
    size += lines.reduce((sum, line) => sum + line.length, 0)
    return size > AT_ONCE
  })
  return end < 0 ? waiting.length : Math.max(1, end)
}

/** `copied` runs after each write, before anybody is told that it is there. */
export const startCopying = (
  mirror: Mirror,
  copied: (copies: readonly Copy[]) => Promise<void> = async () => undefined,
): Copying => {
  const waiting: Copy[] = []
  let retry: NodeJS.Timeout | undefined

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const copies = waiting.slice(0, countOf(waiting))
      await mirror.write(copies)
      await copied(copies)
      waiting.splice(0, copies.length)
    }
  }
  const attempt = async (): Promise<void> => {
    clearTimeout(retry)
    try {
      await work()
    } catch (error) {
      retry = setTimeout(() => void run().catch(() => undefined), RETRY_MS)
      retry.unref()
      throw error
    }
  }
  const { run } = makeSingle(attempt)

  return {
    add(copy) {
      waiting.push(copy)
      void run().catch(() => undefined)
    },
    async settled() {
      if (waiting.length > 0) await run()
    },
  }
}

/** Where there is no second place. */
export const noCopying: Copying = { add: () => undefined, settled: async () => undefined }
