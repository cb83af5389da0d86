import { parseFixed, plainText } from './fixed.ts'

export interface BitcoinLink {
  /** As it stands in the link: of whichever network, and not checked. */
  address: string
  /** Whole coins, as decimal text. */
  amount?: string
}

const LINK = /^bitcoin:([0-9a-z]+)(?:\?([^#]*))?(?:#.*)?$/i
/** As many digits as there could ever be bitcoin. */
const AMOUNT = /^(?=\.?\d)\d{0,8}(?:\.\d{0,8})?$/

const pairOf = (parameter: string): [key: string, value: string] => {
  const [key = '', ...value] = parameter.split('=')
  return [key.toLowerCase(), value.join('=')]
}

/**
 * Reads a link that asks for a payment (BIP 21): `bitcoin:bc1q…?amount=0.5`. Undefined for anything else, and for a
 * link that must not be followed half: with two amounts, one that is not decimal text, or a parameter that whoever
 * pays has to know (`req-…`).
 */
export const parseBitcoinLink = (text: string): BitcoinLink | undefined => {
  const [, address, query = ''] = LINK.exec(text.trim()) ?? []
  if (!address) return undefined
  const parameters = query.split('&').map(pairOf)
  if (parameters.some(([key]) => key.startsWith('req-'))) return undefined
  const [amount, ...more] = parameters.flatMap(([key, value]) => (key === 'amount' ? [value] : []))
  if (amount === undefined) return { address }
  return more.length === 0 && AMOUNT.test(amount)
    ? { address, amount: plainText(parseFixed(amount)) }
    : undefined
}
