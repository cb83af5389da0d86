import { REQUIRED } from '#contract/field.ts'

export const WC_LINK_INVALID = 'Invalid WalletConnect link'
export const WC_LINK_EXPIRED = 'This link has expired. Copy a new one.'

export interface WcLink {
  /** The link in canonical form: lower-case scheme, topic and key. */
  uri: string
  topic: string
  /** Milliseconds. */
  expiresAt?: number
}

const LINK = /^wc:([0-9a-f]{64})@2\?([^\s#]+)$/i
const KEY = /^symKey=[0-9a-fA-F]{64}$/
const EXPIRY = /^expiryTimestamp=(\d{1,12})$/

/** Reads a WalletConnect pairing link of version 2; undefined when it could never pair, for want of one key. */
export const parseWcLink = (text: string): WcLink | undefined => {
  const [, topic, query] = LINK.exec(text.trim()) ?? []
  if (!topic || !query) return undefined
  const parameters = query.split('&')
  const [symKey, ...more] = parameters.filter((parameter) => parameter.startsWith('symKey='))
  if (!symKey || more.length > 0 || !KEY.test(symKey)) return undefined
  const canonical = parameters.map((parameter) =>
    parameter === symKey ? `symKey=${symKey.slice('symKey='.length).toLowerCase()}` : parameter,
  )
  const link = { uri: `wc:${topic.toLowerCase()}@2?${canonical.join('&')}`, topic: topic.toLowerCase() }
  const expiry = parameters.map((parameter) => EXPIRY.exec(parameter)?.[1]).find(Boolean)
  return expiry ? { ...link, expiresAt: Number(expiry) * 1000 } : link
}

/** What is wrong with a pasted link at the time `now` (milliseconds), or undefined. */
export const wcLinkError = (text: string, now: number): string | undefined => {
  if (text.trim() === '') return REQUIRED
  const link = parseWcLink(text)
  if (!link) return WC_LINK_INVALID
  return link.expiresAt !== undefined && link.expiresAt <= now ? WC_LINK_EXPIRED : undefined
}
