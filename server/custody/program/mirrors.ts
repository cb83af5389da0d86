import type { Copy, Mirror } from '#server/custody/disk/mirror.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Line } from '#server/line/line.ts'
import { unreachable } from './fault.ts'
import { Heads, Lines } from './message.ts'

/** Copies go through whoever is connected and keeps them; all of them have one database. */
export const makeMirrors = (): Mirror & { add(line: Line): void; remove(line: Line): void } => {
  const lines = new Set<Line>()
  const ask = async (name: string, message: unknown): Promise<unknown> => {
    let reason = unreachable('nobody who keeps its copies is connected')
    for (const line of [...lines]) {
      try {
        return await line.ask(name, message)
      } catch (error) {
        if (!(error instanceof CustodyRefusal) || error.code !== 'Unreachable') throw error
        reason = error
      }
    }
    throw reason
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
