import { expect, test } from 'vitest'
import { leaksIn } from '#tests/e2e/logs.ts'

const SECRETS = ['Mara-1a@lindqvist.example', '123456', 'q-Zx_cookie', '1500000000000000000']

test.each([
  ['{"level":40,"to":"mara-1a@lindqvist.example"}'],
  ['code=123456&x'],
  ['cookie: sid=q-Zx_cookie; Path=/'],
  ['value 1500000000000000000 wei'],
  [`{"signature":"0x${'Ab'.repeat(65)}"}`],
  [`cannot hand in 0x02f86f8199${'8a'.repeat(107)}.`],
])('the log line %s is found', (line) => {
  expect(leaksIn(`fine\n${line}\nfine`, SECRETS)).toHaveLength(1)
})

test.each([['{"time":1764123456789}'], ['0x1234567'], ['id-9123456'], [`hash 0x${'ab'.repeat(32)}`]])(
  '%s holds none of them',
  (line) => {
    expect(leaksIn(line, SECRETS)).toEqual([])
  },
)
