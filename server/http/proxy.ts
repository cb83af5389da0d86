import { BlockList, isIP } from 'node:net'

/** Whose X-Forwarded-… headers are believed: the nearest so many hops, or whoever comes from these networks. */
export type Proxies = { hops: number } | { networks: { address: string; prefix: number }[] }

const network = (text: string) => {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const prefix = digits === undefined ? bits : Number(digits)
  // A prefix of 0 would believe everybody.
  return prefix >= 1 && prefix <= bits ? [{ address, prefix }] : []
}

/** `0`, `1`, `hops:n` or a list of networks; null when it is none of these. */
export const parseProxies = (text: string): Proxies | undefined | null => {
  if (text === '0') return undefined
  const hops = text === '1' ? '1' : /^hops:([1-9])$/.exec(text)?.[1]
  if (hops !== undefined) return { hops: Number(hops) }
  const parts = text.split(',').map((part) => part.trim())
  const networks = parts.flatMap(network)
  return networks.length === parts.length ? { networks } : null
}

/** True for a sender whose headers are believed; `hop` 0 is whoever connected. */
export type Trust = (address: string | undefined, hop: number) => boolean

export const makeTrust = (proxies: Proxies | undefined): Trust | undefined => {
  if (!proxies) return undefined
  if ('hops' in proxies) return (_, hop) => hop < proxies.hops
  const list = new BlockList()
  for (const { address, prefix } of proxies.networks)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (address = '') => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
