import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { signIn } from '#contract/endpoints/auth.ts'
import { inviteApprover } from '#contract/endpoints/guardian.ts'
import { updateMyUser } from '#contract/endpoints/user.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { preferredLanguage } from '#server/http/language.ts'
import { mailOf } from '#server/mail/letter.ts'
import { english, type MailWords } from '#server/mail/words/english.ts'
import { german } from '#server/mail/words/german.ts'
import { spanish } from '#server/mail/words/spanish.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const subjectTo = (email: string) => server.mails(email)[0]?.subject

test.each([
  ['nobody knows', {}, {}, /^Your Countersign code #/],
  ['the browser prefers', {}, { 'accept-language': 'fr, de-AT;q=0.9, en;q=0.8' }, /^Ihr Countersign-Code #/],
  ['the page speaks', { language: 'es' }, { 'accept-language': 'de' }, /^Su código de Countersign #/],
] as const)('a code to a stranger is in the language that %s', async (what, body, headers, subject) => {
  const email = `${what.replaceAll(' ', '.')}@example.com`
  await server.client().call(signIn, { body: { email, ...body } }, headers)
  expect(subjectTo(email)).toMatch(subject)
})

test('whoever chose a language gets all mails in it, from whatever browser', async () => {
  const owner = await server.signIn('owner@example.com')
  const guardian = await server.signIn('Guardian@example.com')
  await guardian.ok(updateMyUser, { body: { language: 'de' } })
  const email = 'guardian@example.com'
  await server.client().call(signIn, { body: { email, language: 'es' } }, { 'accept-language': 'en' })
  expect(subjectTo(email)).toMatch(/^Ihr Countersign-Code/)

  const { id } = await owner.ok(createWallet, { body: { name: 'Schatz' } })
  const status = async () => (await owner.ok(getWallet, { params: { id } })).status
  await expect.poll(status, { timeout: 15_000 }).toBe('active')
  for (const to of [email, 'stranger@example.com'])
    await owner.ok(inviteApprover, { params: { id }, body: { email: to } })
  await expect.poll(() => subjectTo(email)).toBe('owner@example.com bittet Sie, Guardian zu werden')
  expect(server.mails(email)[0]?.html).toContain('<html lang="de">')
  expect(server.mails(email)[0]?.text).toMatch(/im Guardian-Hub bis \d\d\.\d\d\.\d{4}, \d\d:\d\d UTC\./)
  await expect
    .poll(() => subjectTo('stranger@example.com'))
    .toBe('owner@example.com asks you to be a Guardian')
  expect(server.mails('stranger@example.com')[0]?.html).toContain('<html lang="en">')
})

it.each([
  ['de', 'de'],
  ['de-DE,en;q=0.5', 'de'],
  ['en;q=0.5, es-419', 'es'],
  ['EN-us', 'en'],
  ['fr, pt;q=0.2', undefined],
  ['de;q=0', undefined],
  ['de;q=7, x'.repeat(9000), undefined],
  ['<script>', undefined],
  [undefined, undefined],
])('of Accept-Language %s the best is %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

const AT = '2026-01-02T15:04:05.000Z'
const SUPPORT = 'help@example.com'
const NAMES = { owner: 'ann@example.com', walletName: 'Vault <b>', address: '0xA11CE' }
const LINKS = { link: 'https://h/1', browserLink: 'https://h/2', freeze: 'https://h/3', page: 'https://h/4' }
const VALUES = {
  ...{ ...NAMES, ...LINKS, support: SUPPORT, short: '12', code: '123456' },
  ...{ isNew: true, isBackup: true, isGuarded: true, isRestored: true, by: 'operator' as const },
  ...{ at: AT, from: AT, until: AT, expiresAt: AT, heldUntil: AT },
  lingering: { startsAt: AT, consensus: 1, confirmed: 2 },
  changes: [
    { kind: 'added' as const, email: 'new@example.com' },
    { kind: 'removed' as const, email: 'old@example.com' },
    { kind: 'switched' as const, on: true },
    {
      kind: 'consensus' as const,
      ...{ before: { consensus: 1, guardians: 1 }, after: { consensus: 2, guardians: 3 } },
    },
  ],
}
/** What stands in a mail whatever its language. */
const facts = (text: string) =>
  [...text.matchAll(/https:\S+|[\w.]+@[\w.]+\w|0xA11CE|123456|#12|Vault <b>/g)].map(([fact]) => fact).sort()
const names = Object.keys(english) as (keyof MailWords)[]

test.each([
  ['de', german],
  ['es', spanish],
] as const)('every mail in %s says the same facts in words of its own', (language, words) => {
  for (const name of names) {
    const [one, other] = [english[name](VALUES), words[name](VALUES)]
    const [before, after] = [mailOf('a@b.example', one, 'en'), mailOf('a@b.example', other, language)]
    expect(facts(`${after.subject} ${after.text}`), name).toEqual(facts(`${before.subject} ${before.text}`))
    expect(other.paragraphs.length, name).toBe(one.paragraphs.length)
    expect(other.title, name).not.toBe(one.title)
    expect(other.footer, name).not.toBe(one.footer)
    for (const [at, paragraph] of other.paragraphs.entries()) expect(paragraph).not.toBe(one.paragraphs[at])
    expect(after.text, name).not.toMatch(/undefined|\[object/)
    expect(after.html, name).not.toContain('Vault <b>')
  }
})
