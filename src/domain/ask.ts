/** What an address asks to open: a shortcut of the installed app, a payment link, or a link that was shared with it. */
export type Ask =
  | { kind: 'send' }
  | { kind: 'receive' }
  | { kind: 'pay'; link: string }
  | { kind: 'connect'; link: string }

/** What counts of a URL. */
interface Address {
  searchParams: { get(name: string): string | null }
  hash: string
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * `?open=send`, `?open=receive`, `#pay=<link>`, `#connect=<link>`. Links stand in the fragment, which no server hears of:
 * one of WalletConnect holds a key.
 */
export const readAsk = ({ searchParams, hash }: Address): Ask | undefined => {
  const [, kind, link = ''] = /^#(pay|connect)=(.*)$/s.exec(hash) ?? []
  if (kind === 'pay' || kind === 'connect') return { kind, link: decoded(link) }
  const open = searchParams.get('open')
  return open === 'send' || open === 'receive' ? { kind: open } : undefined
}
