import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Some proxies write the port, too, which is another for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.]+)\])(?::\d+)?$/i

/** The first 64 bits: what one household or one server has for itself, and may draw addresses from at will. */
const network = (address: string): string => {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const all = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Where a call comes from, as limits count it: an IPv4 address, or the network of an IPv6 one. */
export const sourceOfAddress = (text: string): string => {
  const [, plain, bracketed] = WITH_PORT.exec(text) ?? []
  const address = plain ?? bracketed ?? text
  const mapped = MAPPED.exec(address)?.[1]
  return mapped ?? (isIPv6(address) ? network(address) : address)
}

export const sourceOf = (request: FastifyRequest): string => sourceOfAddress(request.ip)
