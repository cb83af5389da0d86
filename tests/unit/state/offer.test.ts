import { expect, test } from 'vitest'
import { needsHomeScreen } from '#domain/device.ts'
import { OFFER_PAUSE, offerOf } from '#state/offer.ts'

const MAC = {
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  maxTouchPoints: 0,
  standalone: false,
}
const IPHONE = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5)', maxTouchPoints: 5, standalone: false }
const IPAD = { ...MAC, maxTouchPoints: 5 }
const CLOSED = '2026-01-01T00:00:00.000Z'
const at = (instant: string) => Date.parse(instant)

test.each([
  ['default', MAC, 'enable'],
  ['granted', MAC, undefined],
  ['denied', MAC, undefined],
  ['unsupported', MAC, undefined],
  ['unsupported', IPHONE, 'home-screen'],
  ['unsupported', IPAD, 'home-screen'],
  ['default', { ...IPHONE, standalone: true }, 'enable'],
  ['denied', IPHONE, undefined],
] as const)('with permission %s, on %o, %s is offered', (permission, device, offer) => {
  expect(offerOf(permission, device, null, at(CLOSED))).toBe(offer)
})

test('only an iPhone or iPad in the browser needs the home screen', () => {
  expect([MAC, IPHONE, IPAD].map(needsHomeScreen)).toEqual([false, true, true])
  expect(needsHomeScreen({ ...IPHONE, standalone: true })).toBe(false)
})

test('a closed offer stays closed for 30 days', () => {
  expect(OFFER_PAUSE).toBe(30 * 24 * 60 * 60 * 1000)
  const offered = (now: string) => offerOf('default', MAC, CLOSED, at(now))
  expect(offered('2026-01-01T00:00:01.000Z')).toBeUndefined()
  expect(offered('2026-01-30T23:59:59.999Z')).toBeUndefined()
  expect(offered('2026-01-31T00:00:00.000Z')).toBe('enable')
})
