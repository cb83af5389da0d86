import { expect, test } from 'vitest'
import { readAsk } from '#domain/ask.ts'
import { installWay } from '#domain/device.ts'

test.each([
  ['/wallets?open=send', { kind: 'send' }],
  ['/wallets?open=receive', { kind: 'receive' }],
  ['/wallets?open=everything', undefined],
  ['/wallets', undefined],
  ['/wallets#pay=bitcoin%3Abcrt1q%3Famount%3D1', { kind: 'pay', link: 'bitcoin:bcrt1q?amount=1' }],
  ['/wallets#pay=100%', { kind: 'pay', link: '100%' }],
  ['/wallets#connect=wc%3Aab%402%3FsymKey%3Dcd', { kind: 'connect', link: 'wc:ab@2?symKey=cd' }],
  ['/wallets#else=wc', undefined],
  // No more of it than a link can have.
  [`/wallets#connect=${'x'.repeat(9000)}`, { kind: 'connect', link: 'x'.repeat(2048) }],
])('%s asks for %j', (address, ask) => {
  expect(readAsk(new URL(address, 'https://countersign.example'))).toEqual(ask)
})

const device = (userAgent: string, maxTouchPoints = 0, standalone = false) => ({
  userAgent,
  maxTouchPoints,
  standalone,
})
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

test.each([
  [device('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.5 Safari/604.1', 5), 'apple'],
  [device(`${MAC} Version/17.5 Safari/605.1.15`, 5), 'apple'],
  [device(`${MAC} Version/17.5 Safari/605.1.15`), 'mac'],
  [device(`${MAC} Chrome/140.0 Safari/537.36`), 'chromium'],
  [device('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'firefox'],
  [device('Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5), 'android'],
  [device('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0'), 'chromium'],
  [device(`${MAC} Chrome/140.0 Safari/537.36`, 0, true), 'installed'],
])('%o installs pages the way of %s', (one, way) => {
  expect(installWay(one)).toBe(way)
})
