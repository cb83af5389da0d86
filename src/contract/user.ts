import * as z from 'zod/mini'
import { LANGUAGES } from './language.ts'
import { Id } from './primitive.ts'

export const Role = z.object({ id: Id, name: z.string(), permissions: z.array(z.string()) })
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: Id,
  email: z.string(),
  vaultId: z.string(),
  roles: z.nullish(z.array(Role)),
  /** What he chose to read, mails too; null before he did. Only he is told of this and what follows. */
  language: z.optional(z.catch(z.nullable(z.enum(LANGUAGES)), null)),
  /** Whether he dismissed the steps of the guided start. */
  startHidden: z.optional(z.boolean()),
})
export type User = z.infer<typeof User>

export const BackupCode = z.object({ value: z.string(), usedAt: z.nullish(z.string()) })
export type BackupCode = z.infer<typeof BackupCode>
