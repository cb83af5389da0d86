import type { FastifyInstance } from 'fastify'
import { generateBackupCodes, listBackupCodes } from '#contract/endpoints/user.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import type { Backup } from './service.ts'

export const registerBackup = (app: FastifyInstance, backup: Backup, guard: Guard): void => {
  route(app, guard, listBackupCodes, (_, { user }) => backup.list(user.id))
  route(app, guard, generateBackupCodes, (_, { user, session }) => backup.generate(user.id, session.id))
}
