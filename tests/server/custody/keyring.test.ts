// @vitest-environment node
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addKey, CustodyRefusal, createKeyRing, loadKeyRing } from '#server/custody/custody.ts'
import { refused, tempFolder } from './fixture.ts'

const LINE = `main:${Buffer.alloc(32, 7).toString('base64')}\n`

const ringFile = async (text: string, mode = 0o400): Promise<string> => {
  const file = join(await tempFolder(), 'master.keys')
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}

test('a first start makes one key in a file that only its owner reads, and never overwrites it', async () => {
  const file = join(await tempFolder(), 'master.keys')
  const ring = await createKeyRing(file)
  expect((await stat(file)).mode & 0o777).toBe(0o400)
  const before = await readFile(file, 'utf8')
  expect(before).toMatch(/^k[0-9a-f]{8}:[A-Za-z0-9+/]{43}=\n$/)
  await refused(createKeyRing(file), 'KeyRing')
  expect(await readFile(file, 'utf8')).toBe(before)
  expect(loadKeyRing(file).currentId).toBe(ring.currentId)
})

test.each([
  ['open to others', LINE, 0o440, /mode 0440.*0400/],
  ['writable', LINE, 0o600, /mode 0600.*0400/],
  ['no id', `${Buffer.alloc(32).toString('base64')}\n`, 0o400, /Line 1 .*id:base64/],
  ['a blank line', `${LINE}\n${LINE}`, 0o400, /Line 2 .*id:base64/],
  ['31 bytes', `main:${Buffer.alloc(31).toString('base64')}\n`, 0o400, /'main'.*exactly 32 bytes/],
  ['33 bytes', `main:${Buffer.alloc(33).toString('base64')}\n`, 0o400, /'main'.*exactly 32 bytes/],
  ['one id twice', LINE + LINE, 0o400, /'main' twice/],
  ['empty', '', 0o400, /Line 1 .*id:base64/],
])('a ring that is wrong (%s) is refused by name', async (_what, text, mode, sentence) => {
  const file = await ringFile(text, mode)
  expect(() => loadKeyRing(file)).toThrow(CustodyRefusal)
  expect(() => loadKeyRing(file)).toThrow(sentence)
})

test('a missing ring is named', () => {
  expect(() => loadKeyRing('/nowhere/master.keys')).toThrow(/\/nowhere\/master\.keys.*MASTER_KEY_FILE/)
})

test('a ring shows no key when it is printed', async () => {
  const ring = loadKeyRing(await ringFile(LINE))
  const secret = Buffer.alloc(32, 7)
  const { inspect } = await import('node:util')
  for (const shown of [JSON.stringify(ring), inspect(ring, { depth: 9, showHidden: true })]) {
    expect(shown).toContain('main')
    expect(shown).not.toContain(secret.toString('base64'))
    expect(shown).not.toContain(secret.toString('hex'))
  }
})

test('sealed text opens only with the purpose and the record it was sealed for', async () => {
  const ring = loadKeyRing(await ringFile(LINE))
  const sealed = ring.sealer('totp').seal('JBSWY3DPEHPK3PXP', 'user-1')
  expect(sealed).toMatch(/^v1\.main\./)
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(ring.sealer('totp').open(sealed, 'user-1')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => ring.sealer('totp').open(sealed, 'user-2')).toThrow(CustodyRefusal)
  expect(() => ring.sealer('backup-code').open(sealed, 'user-1')).toThrow(CustodyRefusal)
  expect(ring.sealer('totp').seal('JBSWY3DPEHPK3PXP', 'user-1')).not.toBe(sealed)
})

test('changing any part of a sealed text makes it unreadable', async () => {
  const sealer = loadKeyRing(await ringFile(LINE)).sealer('totp')
  const sealed = sealer.seal('secret', 'a')
  const [version, id, iv = '', body = ''] = sealed.split('.')
  const flip = (text: string) => {
    const bytes = Buffer.from(text, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
    return bytes.toString('base64url')
  }
  const broken = [
    `v2.${id}.${iv}.${body}`,
    `${version}.other.${iv}.${body}`,
    `${version}.${id}.${flip(iv)}.${body}`,
    `${version}.${id}.${iv}.${flip(body)}`,
    `${version}.${id}.${iv}.${body.slice(0, -6)}`,
    `${sealed}.more`,
    '',
  ]
  for (const text of broken) expect(() => sealer.open(text, 'a'), text).toThrow(CustodyRefusal)
})

test('after a new key old texts open and say that they are not current', async () => {
  const file = await ringFile(LINE)
  const old = loadKeyRing(file).sealer('totp').seal('secret', 'a')
  const ring = await addKey(file)
  expect((await stat(file)).mode & 0o777).toBe(0o400)
  expect(ring.ids).toEqual([ring.currentId, 'main'])
  const sealer = ring.sealer('totp')
  expect(sealer.open(old, 'a')).toBe('secret')
  expect(sealer.isCurrent(old)).toBe(false)
  expect(sealer.isCurrent(sealer.seal('secret', 'a'))).toBe(true)
})

test('another key under the same id does not open', async () => {
  const sealed = loadKeyRing(await ringFile(LINE))
    .sealer('totp')
    .seal('secret', 'a')
  const other = loadKeyRing(await ringFile(`main:${Buffer.alloc(32, 8).toString('base64')}\n`))
  expect(() => other.sealer('totp').open(sealed, 'a')).toThrow(/does not open/)
  const foreign = loadKeyRing(await ringFile(`else:${Buffer.alloc(32, 7).toString('base64')}\n`))
  expect(() => foreign.sealer('totp').open(sealed, 'a')).toThrow(/needs key 'main'/)
})
