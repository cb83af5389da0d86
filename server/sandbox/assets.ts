import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '#server/error.ts'
import type { Mailbox } from './mailbox.ts'

const STYLES = ['theme.css', 'page.css']
const SCRIPTS = [
  'page.js',
  'dom.js',
  'mail.js',
  'form.js',
  'code.js',
  'totp.js',
  'guardian.js',
  'wallet.js',
  'reset.js',
]
const FONTS = {
  'geist.woff2': '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  'geist-mono.woff2': '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** A mail is foreign content: no scripts, no requests, no origin of its own. */
const MAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const send = (reply: FastifyReply, type: string, policy: string, content: string | Buffer) =>
  reply
    .header('content-security-policy', policy)
    .header('x-frame-options', policy === MAIL_POLICY ? 'SAMEORIGIN' : 'DENY')
    .type(type)
    .send(content)

export const sendPage = async (reply: FastifyReply, pageDir: string) =>
  send(reply, 'text/html; charset=utf-8', PAGE_POLICY, await readFile(join(pageDir, 'index.html')))

/** What the page for people loads: its own files, the fonts, and the mails that it frames. */
export const registerAssets = (app: FastifyInstance, pageDir: string, mailbox: Mailbox): void => {
  const serve = (name: string, file: string, type: string) =>
    app.get(`/${name}`, async (_request, reply) => send(reply, type, PAGE_POLICY, await readFile(file)))

  for (const name of STYLES) serve(name, join(pageDir, name), 'text/css; charset=utf-8')
  for (const name of SCRIPTS) serve(name, join(pageDir, name), 'text/javascript; charset=utf-8')
  const require = createRequire(import.meta.url)
  for (const [name, path] of Object.entries(FONTS)) serve(name, require.resolve(path), 'font/woff2')

  app.get<{ Params: { id: string } }>('/mailbox/:id/html', async (request, reply) => {
    const mail = mailbox.find(request.params.id)
    if (!mail?.html) throw notFound('There is no such mail, or it has no HTML')
    return send(reply, 'text/html; charset=utf-8', MAIL_POLICY, mail.html)
  })
}
