import { lookup as resolve } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 3

const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** Global unicast is 2000::/3; inside it, what is for documentation or reaches IPv4 by another name. */
const UNUSUAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [net, prefix] of PRIVATE_V4) blocked.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of UNUSUAL_V6) blocked.addSubnet(net, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public internet: this server must not be sent into its own network. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !blocked.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
    default:
      return false
  }
}

/** Resolves a name for the very connection that is then made, so that no second answer can differ. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '')
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} is not a public address`), '')
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

const isAllowed = ({ protocol, hostname, port, username }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return (
    protocol === 'https:' && port === '' && username === '' && (isIP(host) === 0 || isPublicAddress(host))
  )
}

type Fetched = { kind: 'bytes'; bytes: Buffer } | { kind: 'redirect'; to: string }

type Request = typeof request

const get = (url: URL, signal: AbortSignal, ask: Request): Promise<Fetched> =>
  new Promise((done, fail) => {
    const call = ask(
      url,
      { lookup: publicLookup, signal, headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' } },
      (response) => {
        const { statusCode = 0, headers } = response
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          response.destroy()
          return done({ kind: 'redirect', to: headers.location })
        }
        if (statusCode !== 200) {
          response.destroy()
          return fail(new Error(`${url.host} answers ${statusCode}`))
        }
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > MAX_BYTES) call.destroy(new Error(`The picture of ${url.host} is too large`))
          else chunks.push(chunk)
        })
        response.on('end', () => done({ kind: 'bytes', bytes: Buffer.concat(chunks) }))
        response.on('error', fail)
      },
    )
    call.on('error', fail)
    call.end()
  })

/** Loads a small public file by https. Rejects whatever is not public, is too large or takes too long. */
export const fetchPublic = async (address: string, ask: Request = request): Promise<Buffer> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let url = new URL(address)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (!isAllowed(url)) throw new Error(`${url.host} is not a public https address`)
    const answer = await get(url, signal, ask)
    if (answer.kind === 'bytes') return answer.bytes
    url = new URL(answer.to, url)
  }
  throw new Error(`${url.host} redirects too often`)
}
