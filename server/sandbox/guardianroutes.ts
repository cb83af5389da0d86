import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Nothing, parse } from './body.ts'
import { makeDemoGuardians } from './guardian.ts'
import type { Mailbox } from './mailbox.ts'

const text = z.string().check(z.minLength(1), z.maxLength(320))
const AnswerBody = z.strictObject({
  email: text,
  kind: z.enum(['invite', 'transaction']),
  id: text,
  decision: z.enum(['approve', 'decline']),
})

export type GuardianParts = {
  mailbox: Pick<Mailbox, 'list'>
  publicUrl?: string | undefined
  guardiansFile?: string | undefined
  now?: (() => number) | undefined
}

/** Demo guardians: GET lists them and what waits for each, POST makes one, POST decide answers for one. */
export const registerDemoGuardians = (app: FastifyInstance, parts: GuardianParts): void => {
  const place = () => {
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const url = `http://127.0.0.1:${port}`
    return { url, origin: parts.publicUrl ?? url }
  }
  const { mailbox, guardiansFile: file, now = Date.now } = parts
  const guardians = makeDemoGuardians({ mailbox, file, now, place })

  app.get('/guardians', async () => ({ items: await guardians.list() }))
  app.post('/guardians', async (request, reply) => {
    parse(Nothing, request.body)
    return reply.code(201).send(await guardians.make())
  })
  app.post('/guardians/decide', async (request) => {
    await guardians.decide(parse(AnswerBody, request.body))
    return {}
  })
}
