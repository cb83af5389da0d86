import { describe, expect, test } from 'vitest'
import { GAS_SPEEDS } from '#contract/blockchain.ts'
import { ADDRESS_UNVERIFIED } from '#domain/address.ts'
import { AMOUNT_HINT } from '#domain/amountfield.ts'
import { approverBadge, requestBadge, sessionBadge, transactionBadge, walletBadge } from '#domain/badge.ts'
import { speedLabel, tierTime } from '#domain/gas.ts'
import { stepperText } from '#domain/guardian.ts'
import { hexSizeText } from '#domain/hex.ts'
import { PAY_CHECK, PAY_REFUSED, payChoose } from '#domain/paylink.ts'
import { PHRASES, SAYINGS } from '#domain/sayings.ts'
import { HINT_TEXTS } from '#domain/sendwarning.ts'
import { counterparty, inputCount, outputCount, transactionTitle } from '#domain/txview.ts'
import { sayings as german } from '#text/de/sayings.ts'
import { sayings as spanish } from '#text/es/sayings.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const leg = { address: ADDRESS, amount: '1' } as never

const said = [
  ...(['active', 'processing', 'pending-amend-approval', 'removed'] as const).map(
    (one) => walletBadge(one).text,
  ),
  ...(['connected', 'pending-approval', 'rejected', 'disconnected'] as const).map(
    (one) => sessionBadge(one).text,
  ),
  ...(['pending', 'rejected', 'confirmed', 'executed'] as const).map((one) => requestBadge(one).text),
  ...(['confirmed', 'retired'] as const).map((one) => approverBadge(one).text),
  ...(['success', 'pending-approval', 'broadcasting', 'cancelled', 'failed', 'unknown'] as const).map(
    (one) => transactionBadge(one).text,
  ),
  ...(['outcome', 'income'] as const).map(transactionTitle),
  counterparty({ recipient: ADDRESS } as never, 'outcome'),
  counterparty({ inputs: [leg], outputs: [leg, leg] } as never, 'outcome'),
  inputCount([leg, leg]),
  outputCount([leg]),
  stepperText({ count: 1, max: 3 }),
  hexSizeText('0x00'),
  ...GAS_SPEEDS.flatMap((speed) => [speedLabel(speed), tierTime(speed, 'polygon:mainnet')]),
  ...Object.values(HINT_TEXTS),
  ...Object.values(PAY_REFUSED),
  PAY_CHECK,
  payChoose(undefined),
  payChoose('1.5'),
  ADDRESS_UNVERIFIED,
  AMOUNT_HINT,
]

describe.each([
  ['German', german],
  ['Spanish', spanish],
])('%s', (_, say) => {
  test('has words for what the rules say', () => {
    const same = ['1 byte', '30–60 min']
    for (const text of said) {
      expect(say(text), text).toBeDefined()
      if (!same.includes(text)) expect(say(text), text).not.toBe(text)
    }
  })

  test('puts everything in that was put in', () => {
    const values: Record<string, string> = { who: ADDRESS, other: OTHER, n: '4711', m: '815' }
    for (const form of SAYINGS) {
      const names = [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const text = form.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `<${name}>`)
      const words = say(text) ?? ''
      expect(words, form).not.toBe('')
      expect(words, form).not.toMatch(/[{}"']| {2}/)
      for (const name of names) expect(words, form).toContain(values[name] ?? `<${name}>`)
    }
    for (const form of PHRASES) {
      const text = form.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `<${name}>`)
      const words = say(`Moves ${text} to ${ADDRESS}.`) ?? ''
      for (const value of text.match(/0x\w+|\d{3,}|<\w+>/g) ?? []) expect(words, form).toContain(value)
      expect(words, form).not.toContain(text)
    }
  })

  test('leaves what no rule says to others', () => {
    expect(say('Lunch')).toBeUndefined()
    expect(say(`Moves ${'9'.repeat(1001)} to ${ADDRESS}.`)).toBeUndefined()
  })
})

test('says calls with all that they move, however a token is called', () => {
  expect(german(`${ADDRESS} can then move up to all USDC without your Guardians, until revoked.`)).toBe(
    `${ADDRESS} kann danach ohne Ihre Guardians alle USDC bewegen, bis das widerrufen wird.`,
  )
  expect(german(`${ADDRESS} can then move up to 12 units of ${OTHER} until revoked.`)).toBe(
    `${ADDRESS} kann danach bis zu 12 Einheiten von ${OTHER} bewegen, bis das widerrufen wird.`,
  )
  expect(german('Allow 0x5290…9EE7 to move all your tokens of 0x8617…070D')).toBe(
    '0x5290…9EE7 erlauben, alle Ihre Token von 0x8617…070D zu bewegen',
  )
  expect(spanish('Makes 0x5290…9EE7 the owner of 0x8617…070D')).toBe(
    'Convierte a 0x5290…9EE7 en propietario de 0x8617…070D',
  )
  // Its name cannot turn the sentence into another one.
  expect(german(`Moves 5 cannot move any to ${ADDRESS}.`)).toBe(`Überträgt 5 cannot move any an ${ADDRESS}.`)
})
