import type { FastifyInstance } from 'fastify'
import { generateBackupCodes, listBackupCodes } from '#contract/endpoints/user.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import type { Backup } from './service.ts'

export const registerBackup = (app: FastifyInstance, backup: Backup, guard: Guard): void => {
  route(app, guard, listBackupCodes, (_, { grant }) => backup.list(grant))
  route(app, guard, generateBackupCodes, (_, { grant }) => backup.generate(grant))
}
