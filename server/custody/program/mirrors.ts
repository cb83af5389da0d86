import type { Copy, Mirror } from '#server/custody/disk/mirror.ts'
import type { Line } from '#server/line/line.ts'
import { unreachable } from './fault.ts'
import { Heads, Lines } from './message.ts'

/** Copies go through whoever is connected and keeps them; all of them have one database. */
export const makeMirrors = (): Mirror & { add(line: Line): void; remove(line: Line): void } => {
  const lines = new Set<Line>()
  const ask = async (name: string, message: unknown): Promise<unknown> => {
    const [line] = lines
    if (!line) throw unreachable('nobody who keeps its copies is connected')
    return line.ask(name, message)
  }
  return {
    heads: async () => Heads.parse(await ask('heads', {})),
    lines: async (kind, id, from) => Lines.parse(await ask('lines', { kind, id, from })),
    async write(copies: readonly Copy[]) {
      await ask('write', copies)
    },
    add: (line) => lines.add(line),
    remove: (line) => lines.delete(line),
  }
}
