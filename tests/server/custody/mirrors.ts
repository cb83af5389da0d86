import type { Mirror } from '#server/custody/custody.ts'

/** Keeps copies as a database does, and waits where a test tells it to. */
export const memoryMirror = () => {
  const heads = new Map<string, { kind: string; id: string; head: string }>()
  const lines = new Map<string, string[]>()
  const key = (kind: string, id: string) => `${kind} ${id}`
  let pause: Promise<void> | undefined
  return {
    /** Nothing is kept until the function that it answers is called. */
    hold(): () => void {
      let goOn = () => {}
      pause = new Promise((resolve) => {
        goOn = resolve
      })
      return () => {
        pause = undefined
        goOn()
      }
    },
    heads: async () => [...heads.values()],
    lines: async (kind: string, id: string, from: number) => (lines.get(key(kind, id)) ?? []).slice(from - 1),
    async write(copies: Parameters<Mirror['write']>[0]) {
      await pause
      for (const { kind, id, head, from, lines: added } of copies) {
        heads.set(key(kind, id), { kind, id, head })
        lines.set(key(kind, id), [...(lines.get(key(kind, id)) ?? []).slice(0, from - 1), ...added])
      }
    },
  } satisfies Mirror & { hold(): () => void }
}
