import { describe, expect, it } from 'vitest'
import { parseWcLink, wcLinkError } from '#domain/wclink.ts'

const TOPIC = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'
const KEY = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const NOW = 1_700_000_000_000
const link = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${KEY}`

describe('a WalletConnect link', () => {
  it.each([
    link,
    ` ${link}\n`,
    `wc:${TOPIC}@2?symKey=${KEY}`,
    `wc:${TOPIC}@2?symKey=${KEY}&relay-protocol=irn&methods=wc_sessionPropose,wc_authRequest`,
    `wc:${TOPIC}@2?expiryTimestamp=1700000001&relay-protocol=irn&symKey=${KEY}`,
    `WC:${TOPIC.toUpperCase()}@2?relay-protocol=irn&symKey=${KEY.toUpperCase()}`,
  ])('%j passes', (text) => {
    expect(wcLinkError(text, NOW)).toBeUndefined()
  })

  it.each(['', '  ', '\n'])('%j is missing', (text) => {
    expect(wcLinkError(text, NOW)).toBe('This field is required')
  })

  it.each([
    ['of version 1', link.replace('@2', '@1')],
    ['of version 22', link.replace('@2', '@22')],
    ['with a key of 63 digits', link.slice(0, -1)],
    ['with a key of 65 digits', `${link}0`],
    ['with a key that is not hex', `${link.slice(0, -1)}g`],
    ['without a key', `wc:${TOPIC}@2?relay-protocol=irn`],
    ['without parameters', `wc:${TOPIC}@2`],
    ['with two keys', `${link}&symKey=${KEY}`],
    ['with the key under another name', link.replace('symKey', 'mySymKey')],
    ['with a topic of 63 digits', link.replace(TOPIC, TOPIC.slice(1))],
    ['of http', `https://example.org/wc?uri=${encodeURIComponent(link)}`],
    ['of plain text', 'hello'],
    ['with text around', `open ${link} please`],
  ])('%s is invalid', (_, text) => {
    expect(wcLinkError(text, NOW)).toBe('Invalid WalletConnect link')
  })

  it.each([
    ['1699999999', 'This link has expired. Copy a new one.'],
    ['1700000000', 'This link has expired. Copy a new one.'],
    ['1700000001', undefined],
  ])('that expires at second %s gives %s', (expiry, message) => {
    expect(wcLinkError(`${link}&expiryTimestamp=${expiry}`, NOW)).toBe(message)
  })

  it('is read in canonical form', () => {
    const text = ` WC:${TOPIC.toUpperCase()}@2?expiryTimestamp=1700000001&symKey=${KEY.toUpperCase()}&relay-protocol=irn `
    expect(parseWcLink(text)).toEqual({
      uri: `wc:${TOPIC}@2?expiryTimestamp=1700000001&symKey=${KEY}&relay-protocol=irn`,
      topic: TOPIC,
      expiresAt: 1_700_000_001_000,
    })
    expect(parseWcLink('hello')).toBeUndefined()
  })
})
