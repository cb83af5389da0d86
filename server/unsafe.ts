/** What a server for real people must not be, unless ALLOW_UNSAFE names it. */
export const UNSAFE = [
  'embedded-database',
  'short-policy-delay',
  'no-public-url',
  'plain-mail',
  'any-proxy',
  'sandbox',
  'custody-inside',
  'custody-within-reach',
  'signers-together',
] as const
export type Unsafe = (typeof UNSAFE)[number]

/** Guardians have at least so long to notice that rules were weakened, in seconds. */
export const POLICY_DELAY_LEAST_S = 3600

const isUnsafe = (word: string): word is Unsafe => UNSAFE.some((name) => name === word)

/** Throws a sentence for a name that means nothing, so that no typing error passes for an exception. */
export const parseUnsafe = (text: string): Unsafe[] => {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  if (words.every(isUnsafe)) return words
  throw new Error(`ALLOW_UNSAFE should name only ${UNSAFE.join(', ')}.`)
}

/** The sentence with the way around it. */
export const orAllow = (name: Unsafe, sentence: string): string =>
  `${sentence} To start all the same: ALLOW_UNSAFE=${name}.`
