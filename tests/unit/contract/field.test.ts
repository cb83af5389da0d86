import { expect, test } from 'vitest'
import { EMAIL_MAX, emailProblem } from '#contract/field.ts'
import { Email } from '#contract/rule.ts'

const long = (length: number) => `${'a'.repeat(64)}@${'b'.repeat(60)}.`.padEnd(length - 3, 'c.').concat('.de')

test.each([
  '',
  'a',
  'a@',
  'a@b',
  'a b@c.de',
  'a@b.de',
  'A.b+c@d-e.example',
  'a@-b.de',
  'ä@b.de',
  'a@b..de',
  `${'a'.repeat(65)}@b.de`,
  long(EMAIL_MAX),
  long(EMAIL_MAX + 2),
])('the first screen says the same of %j as the schema', (email) => {
  expect(emailProblem(email)).toBe(Email.safeParse(email).error?.issues[0]?.message)
})
