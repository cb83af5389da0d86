import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeBackup, signIn, verifySignIn } from '#contract/endpoints/auth.ts'
import { generateBackupCodes } from '#contract/endpoints/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-client-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Shell</title>')
  server = await startServer({ clientDir: folder })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Everything that the server and custody remember, but for which process does the regular work. */
const memory = async (): Promise<Record<string, string>> => {
  const all: Record<string, string> = {}
  const tables = await server.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'leases' order by 1`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await server.db.execute<{ sum: string }>(
      sql`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
    )
    all[name] = rows[0]?.sum ?? ''
  }
  const custody = join(server.folder, 'custody')
  for (const entry of await readdir(custody, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    all[file] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  }
  return all
}

/** Pages that mails lead to, as the letters are written. */
const PAGES = ['/auth', '/freeze', '/guardian-hub', '/recover', '/release', '/verify']

/** A checker of a mail server opens what is in a mail, in whatever way it likes. */
const open = async (link: string) => {
  const [path = ''] = link.replace(server.url, '').split('#')
  for (const method of ['GET', 'HEAD']) {
    for (const accept of ['text/html', '*/*', 'application/json', 'image/*', 'text/plain', '', undefined]) {
      const answer = await server.client().raw(path, { method, headers: { accept } })
      expect([method, accept, path, answer.status]).toEqual([method, accept, path, 200])
      expect(answer.headers.getSetCookie()).toEqual([])
      if (method === 'GET') expect(answer.body).toContain('Shell')
    }
  }
}

const EMAIL = 'checked@example.com'

test('every page that a letter leads to is known here', async () => {
  const found = new Set<string>()
  for (const file of await readdir('server', { recursive: true })) {
    if (!file.endsWith('.ts') || file.startsWith('sandbox')) continue
    const source = await readFile(join('server', file), 'utf8')
    for (const [, page = ''] of source.matchAll(/\$\{[\w.]*[bB]ase(?:\(\))?\}(\/[a-z-]+)[?#`]/g))
      found.add(page)
  }
  expect([...found].sort()).toEqual(PAGES)
})

test('a checker that opens the links of mails changes nothing, and spends no secret of theirs', async () => {
  const owner = await server.signIn(EMAIL)
  const [code] = await owner.ok(generateBackupCodes, { body: {} })
  const { client } = await server.halfSignIn(EMAIL)
  await client.ok(completeBackup, { body: { code: code?.value ?? '' } })
  const next = await server.client().ok(signIn, { body: { email: EMAIL } })
  await expect.poll(() => server.mails(EMAIL).some(({ text }) => text.includes('/freeze#'))).toBe(true)

  const links = server
    .mails(EMAIL)
    .flatMap(({ text, html }) => `${text}\n${html}`.match(/http:\/\/localhost:\d+[^\s"<)]*/g) ?? [])
    .filter((link) => link.startsWith(server.url))
  const secrets = links.filter((link) => link.includes('#'))
  expect(new Set(secrets.map((link) => /\/[a-z]+/.exec(link.replace(server.url, ''))?.[0]))).toEqual(
    new Set(['/verify', '/freeze']),
  )

  const before = await memory()
  for (const link of links) await open(link)
  for (const page of PAGES) await open(`${server.url}${page}?wallet=w1&filter=invites&id=1&code=123456`)
  expect(await memory()).toEqual(before)

  // The code of the last mail still works, so nobody has used it up.
  const last = server.mails(EMAIL).find(({ text }) => text.includes(`/verify?id=${next.id}#code=`))
  const unspent = new RegExp(`/verify\\?id=${next.id}#code=(\\d{6})`).exec(last?.text ?? '')?.[1] ?? ''
  await server.client().ok(verifySignIn, { body: { id: next.id, code: unspent } })
  expect(await memory()).not.toEqual(before)
})
