import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#server/error.ts'

/** What other apps share is answered in the browser, by the service worker; without it only the app opens. */
const SHARED = { method: 'POST', path: '/share' }
const NO_SHELL = /^\/(api|socket\.io|sandbox|healthz|assets)(\/|$)/

/** Links in mails are opened by whatever asks, so only a path that looks like a file's has to ask for a page. */
const wantsPage = (request: FastifyRequest) => {
  const path = request.url.split('?', 1)[0] ?? ''
  const isFile = path.slice(path.lastIndexOf('/')).includes('.')
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !NO_SHELL.test(path) &&
    (!isFile || (request.headers.accept ?? '').includes('text/html'))
  )
}

/** Files whose name carries their hash never change; all others are asked for again each time. */
const cacheControl = (path: string) =>
  /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Serves the built client; every path that is a page gets the shell, which knows the routes. */
export const serveShell = async (app: FastifyInstance, folder: string | undefined): Promise<void> => {
  const shell = folder !== undefined && existsSync(join(folder, 'index.html'))
  if (shell) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheControl(path))
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (shell && request.method === SHARED.method && request.url === SHARED.path)
      return reply.redirect('/wallets', 303)
    if (shell && wantsPage(request)) return reply.sendFile('index.html')
    throw notFound()
  })
}
