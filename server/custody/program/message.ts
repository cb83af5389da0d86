import * as z from 'zod/mini'

/** What travels between custody and its callers beside the calls of the port. Grows when an end would misread another. */
export const VERSION = 1

/** One end of the line will take no more than this, in bytes. */
export const MESSAGE_MAX = 64 * 1024 * 1024

/** The first question of a caller. `mirrors`: it keeps custody's copies in its database. */
export const Hello = z.object({ version: z.number(), mirrors: z.boolean() })
export type Hello = z.infer<typeof Hello>

/** What a caller knows of the time, in ms; blocks by their chain's EIP-155 number. */
export const Told = z.object({
  database: z.optional(z.number()),
  blocks: z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(64)),
})
export type Told = z.infer<typeof Told>

export const CallMessage = z.object({ name: z.string(), message: z.unknown(), told: z.optional(Told) })

const MirroredHead = z.object({ kind: z.string(), id: z.string(), head: z.string() })
export const Heads = z.array(MirroredHead)
export const Lines = z.array(z.string())
export const AskedLines = z.object({ kind: z.string(), id: z.string(), from: z.number() })
export const Copies = z.array(z.extend(MirroredHead, { from: z.number(), lines: Lines }))
