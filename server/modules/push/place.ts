import { isIP } from 'node:net'

/** The push services of the browsers. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.push\.apple\.com$/,
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.notify\.windows\.com$/,
]

/**
 * Whether this server may send to the address. It comes from a browser, so only known services and those of PUSH_HOSTS
 * (`host` or `host:port`) count.
 */
export const isPushPlace = (endpoint: string, moreHosts: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
  return moreHosts.includes(host) || (port === '' && SERVICES.some((service) => service.test(hostname)))
}

const bytesOf = (text: string) => (/^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0))

/** A point of P-256, uncompressed, and 16 secret bytes (RFC 8291). */
export const areKeys = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean => {
  const point = bytesOf(p256dh)
  return point.length === 65 && point[0] === 4 && bytesOf(auth).length === 16
}
