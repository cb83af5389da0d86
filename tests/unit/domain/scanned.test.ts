import { expect, test } from 'vitest'
import type { Asset } from '#contract/asset.ts'
import { PAY_REFUSED } from '#domain/paylink.ts'
import { readScanned } from '#domain/scanned.ts'

const TO = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const REGTEST = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const RBNT: Asset = {
  id: 'rbnt',
  symbol: 'rbnt',
  accountId: 'a1',
  blockchain: 'redbelly:testnet',
  amount: '5',
}
const BTC: Asset = { ...RBNT, id: 'btc', symbol: 'btc', blockchain: 'bitcoin:regtest', decimals: 8 }

test.each([
  [TO, TO],
  [` ${TO.toLowerCase()}\n`, TO.toLowerCase()],
  [REGTEST, REGTEST],
  [REGTEST.toUpperCase(), REGTEST],
  [`ethereum:${TO}@153?value=1e18`, `ethereum:${TO}@153?value=1e18`],
  [`ethereum:${TO}`, `ethereum:${TO}`],
  [` BITCOIN:${REGTEST.toUpperCase()}?amount=1\n`, `BITCOIN:${REGTEST.toUpperCase()}?amount=1`],
])('%j stands in the field as %j', async (text, recipient) => {
  expect(await readScanned(text, [RBNT, BTC])).toEqual({ recipient })
})

test.each([
  [`ethereum:${TO}@153?value=0`, PAY_REFUSED.amount],
  [`ethereum:${TO}@153/approve?address=${TO}&uint256=1`, PAY_REFUSED.call],
  ['bitcoin:', PAY_REFUSED.unreadable],
  [`bitcoin:${REGTEST}?req-pop=1`, PAY_REFUSED.required],
  [`ethereum:${TO}@1`, 'This payment link is for chain 1, which Countersign does not serve.'],
  [`bitcoin:${REGTEST}`, 'This wallet has nothing to send on Bitcoin Regtest.'],
])('the link %j says why it fills nothing in', async (text, refusal) => {
  expect(await readScanned(text, [RBNT])).toEqual({ refusal })
})

test.each([
  '',
  'https://countersign.example/pay',
  'otpauth://totp/Countersign:mara?secret=JBSWY3DPEHPK3PXP',
  `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`,
  TO.slice(0, -1),
  `${TO} ${TO}`,
  `${REGTEST.slice(0, -1)}q`,
  `https://evil.example/#${TO}`,
])('%j names nobody', async (text) => {
  expect(await readScanned(text, [RBNT, BTC])).toBeUndefined()
})
