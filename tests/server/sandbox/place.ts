import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Fastify from 'fastify'
import { readEnv } from '#server/env.ts'
import { parseBodies } from '#server/http/body.ts'
import { answerFaults } from '#server/http/fault.ts'
import { secureHeaders } from '#server/http/security.ts'
import { serveShell } from '#server/http/shell.ts'
import { registerSandbox, type SandboxParts } from '#server/sandbox/routes.ts'

export const silent = Fastify().log

export const temporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'countersign-sandbox-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A server with the product's own headers, bodies and faults, and the sandbox's hooks on a free port. */
export const serveSandbox = async (parts: Omit<SandboxParts, 'pageDir'>) => {
  const app = Fastify({ genReqId: () => randomUUID() })
  await secureHeaders(app, readEnv({}))
  parseBodies(app)
  answerFaults(app)
  await serveShell(app, undefined)
  await registerSandbox(app, { ...parts, pageDir: resolve('server/sandbox/page') })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, origin: `http://localhost:${port}`, stop: () => app.close() }
}
