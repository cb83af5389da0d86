import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MEMBER_MAIL_REQUIRED } from '#contract/endpoints/guardian.ts'
import * as field from '#contract/field.ts'
import { DEFAULT_REJECT_REASON } from '#contract/limit.ts'
import * as line from '#contract/line.ts'
import { ENGLISH, saidOf } from '#contract/said.ts'
import * as walletRule from '#contract/walletrule.ts'
import { AMOUNT_COINS } from '#domain/coinlimit.ts'
import * as contact from '#domain/contact.ts'
import { ownAddressError } from '#domain/email.ts'
import * as sendRule from '#domain/sendrule.ts'
import { HINT_TEXTS } from '#domain/sendwarning.ts'

const filled = (sentence: string): string => sentence.replace(/\{(\w+)\}/g, (_, name) => `<${name}>`)

test('every sentence is known again by what it says', () => {
  for (const [key, sentence] of Object.entries(ENGLISH)) {
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `<${name}>`])
    expect(saidOf(filled(sentence))).toEqual({ key, params: Object.fromEntries(names) })
  }
})

test('what is put in comes out as it is, whatever it holds', () => {
  const hostile = '"><script>$&</script>\n{status}'
  expect(saidOf(`There is no price for ${hostile}`)).toEqual({ key: 'noPrice', params: { symbol: hostile } })
  expect(saidOf(`There is no price for ${'x'.repeat(2000)}`)).toBeUndefined()
  expect(saidOf('Somebody wrote this')).toBeUndefined()
})

const sentencesOf = (module: object): string[] =>
  Object.values(module).filter(
    (value): value is string => typeof value === 'string' && /^[A-Z].* /.test(value),
  )

const rules = [
  ...[field, line, walletRule, contact, sendRule].flatMap(sentencesOf),
  ...[MEMBER_MAIL_REQUIRED, DEFAULT_REJECT_REASON, AMOUNT_COINS, HINT_TEXTS.checksum],
  ...['a@example.com', 'a+b@example.com'].map((own) => ownAddressError('a@example.com', own) ?? ''),
]

test('what the rules of both sides say is in the catalogue', () => {
  expect(rules.length).toBeGreaterThan(35)
  expect(rules.filter((sentence) => !saidOf(sentence))).toEqual([])
})

const filesOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  )

/** Refusals of custody that people read; all others are its server's trouble, or its operator's. */
const SPOKEN = [
  ...['WrongCode', 'TooMany', 'StepUpRequired', 'NotFound', 'OnHold', 'Frozen', 'Held', 'WrongOwner'],
  ...['NotEntitled', 'WrongSigner', 'SelfGuardian', 'GuardianLimit', 'AlreadyDecided', 'AlreadySigned'],
  ...['Expired', 'UnknownTransaction', 'NotIssued', 'NonceUsed', 'NonceExpired', 'BadSignature'],
  ...['GuardiansChanged', 'ReservedText'],
]
const REFUSAL = /new CustodyRefusal\(\s*'(\w+)',\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/g
/** Sentences by a code that is set elsewhere in the file. */
const OF_PEOPLE = /(?:wrong|outOfOrder|tooMany)\(\s*(?:wait,\s*)?'([A-Z][^'\n]+)'/g

const refusals = filesOf('server/custody').flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  const own = [...source.matchAll(REFUSAL)]
    .filter(([, code = '']) => SPOKEN.includes(code) || (code === 'NotAllowed' && file.endsWith('factor.ts')))
    .map(([, , plain, quoted, form]) => plain ?? quoted ?? form?.replace(/\$\{[^}]*\}/g, 'x') ?? '')
  const people = file.includes('/person/') ? [...source.matchAll(OF_PEOPLE)].map(([, text = '']) => text) : []
  return [...own, ...people]
})

test('custody says to people what the catalogue has', () => {
  expect(refusals.length).toBeGreaterThan(40)
  expect(refusals.filter((sentence) => !saidOf(sentence))).toEqual([])
})

/** What stands in a row when a transfer waits, or nothing came of it. */
const REASON = /^(?:export )?const [A-Z_]+ =\s+(?:'([A-Z][^'\n]* [^'\n]*)'|"([A-Z][^"\n]* [^"\n]*)")$/gm

test('the reasons that rows of transfers keep are in the catalogue', () => {
  const files = filesOf(
    ...['server/modules/transactions', 'server/modules/approvals'],
    ...['server/custody/bitcoin', 'server/custody/hold'],
  )
  const reasons = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(REASON)].map(([, plain, quoted]) => plain ?? quoted ?? ''),
  )
  expect(reasons.length).toBeGreaterThan(20)
  expect(reasons.filter((reason) => !saidOf(reason))).toEqual([])
})
