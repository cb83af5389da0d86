/** What an address asks to open: a shortcut of the installed app, a payment link, or a link that was shared with it. */
export type Ask =
  | { kind: 'send' }
  | { kind: 'receive' }
  | { kind: 'wallet' }
  | { kind: 'guardian' }
  | { kind: 'pay'; link: string }
  | { kind: 'connect'; link: string }

const OPENS = ['send', 'receive', 'wallet', 'guardian'] as const

/** What counts of a URL. */
interface Address {
  searchParams: { get(name: string): string | null }
  hash: string
}

/** More than any link has that can be followed. */
const LONGEST = 2048

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * `?open=send` and the like, `#pay=<link>`, `#connect=<link>`. Links stand in the fragment, which no server hears of:
 * one of WalletConnect holds a key.
 */
export const readAsk = ({ searchParams, hash }: Address): Ask | undefined => {
  const [, linked, link = ''] = /^#(pay|connect)=(.*)$/s.exec(hash) ?? []
  if (linked === 'pay' || linked === 'connect') return { kind: linked, link: decoded(link).slice(0, LONGEST) }
  const open = searchParams.get('open')
  const kind = OPENS.find((one) => one === open)
  return kind && { kind }
}
