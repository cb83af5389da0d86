/**
 * What the rules of this folder say, in English, so that other languages can say it where it is shown. `{who}` and
 * `{other}` stand for an address, `{n}` and `{m}` for a number, `{phrase}` for one of PHRASES or what is none of them.
 * Pages that speak English never load this.
 */
export const SAYINGS = [
  // Statuses, also of a wallet that is being changed.
  'Created',
  'Processing',
  'Pending confirmation',
  'Pending approval',
  'Active',
  'Processing amend',
  'Pending amend confirmation',
  'Pending amend approval',
  'Processing removal',
  'Pending removal confirmation',
  'Pending removal approval',
  'Canceled',
  'Rejected',
  'Removed',
  'Failure',
  'Unknown',
  'Connected',
  'Disconnected',
  'Pending',
  'Confirmed',
  'Executed',
  'Retired',
  'Success',
  'Cancelled',
  'Failed',
  'Sending to blockchain...',
  'Pending approval...',
  'Cancelling...',
  'Fee approval {n}/{m}',

  // Transactions
  'Send Funds',
  'Receive Funds',
  'To {who}',
  'From {who}',
  'Received in block {n}',
  '1 input',
  '{n} inputs',
  '1 output',
  '{n} outputs',
  '1 input, 1 output',
  '1 input, {n} outputs',
  '{n} inputs, 1 output',
  '{n} inputs, {m} outputs',
  '{n} out of {m}',
  '{n} Active, {m} Pending',
  '1 byte',
  '{n} bytes',
  'Slow',
  'Medium',
  'Fast',
  '{n}–{m} sec',
  '{n}–{m} min',
  '{text} today',
  '{text} · {sum} waiting',
  'tokens of {other}',

  // Recipients
  'This is the zero address. Nobody holds its key: what is sent there is lost.',
  'This is a burn address. Nobody holds its key: what is sent there is lost.',
  'This address belongs to the network itself. What is sent there is usually lost.',
  'This is the address of the token itself. Tokens sent there are usually lost.',
  'This is an address of the wallet that you send from.',
  'The capital letters of this address do not match its checksum. Check it.',
  'This address looks like one that was used before, but it is another one. The known address is',
  'First time to this address',
  'This address could not be verified. Do not use it.',
  'Asset list is empty',
  'Only digits and one decimal separator.',

  // Calls
  'Calls a contract. What it does is not known.',
  'What this call does cannot be read. It may let others move assets without your Guardians.',
  'There are more calls inside than can be read. They may move anything.',
  '{who} can then move {phrase} without your Guardians, until revoked.',
  '{who} can then move {phrase} until revoked.',
  'Allow {who} to move {phrase}',
  '{who} cannot move {phrase} any more.',
  'Stop {who} from moving {phrase}',
  'Makes {who} the owner of {other}.',
  'Leaves {other} without an owner for good.',
  'Gives {who} rights in {other}.',
  'Replaces the code of {other} by that of {who}.',
  'Lets {who} act for {other}.',
  'Changes who decides for {other}.',
  'Takes rights in {other} from {who}.',
  'Moves {phrase} to {who}.',
  'Move {phrase} to {who}',
  'Runs the code of {who} with the rights of {other}.',
  'Sends {text} to {who}.',
  'Creates a contract. What its code does cannot be read.',
  'Carries nothing out.',
  '{n} things in one call:',
  'And {n} more that are not shown.',

  // Sign-ins
  'site',
  'address',
  'account',
  'network',
  'times',
  'version',
  'nonce',
  'Its address, {text}, is none.',
  'Its address, {text}, is not one of {site}.',
  '{text} is not a time as a sign-in has to give it.',
  'It expired at {text}.',
  'It is not valid before {text}.',
  'It is dated in the future: {text}.',
  'This signs you in to {site}, but the request comes from an app without an address. Someone may be after your account there.',
  'This signs you in to {site}, but the request comes from {text}. Someone may be after your account there.',
  'The message is for the account {who}, not for the one that signs.',
  'It is for the network {text}, which this connection does not use.',
  'Its version is {text}. Only version 1 is known.',
  'Its nonce is not made of at least 8 letters and digits, so that someone may use it again.',

  // Payment links
  'This payment link is too long to be one.',
  'This payment link holds characters that no payment link may hold.',
  'This is no payment link that Countersign can read.',
  'This payment link asks for something that Countersign cannot do.',
  'The amount of this payment link is not a number above zero.',
  'This payment link asks for more than {n}, the most that one transfer may move.',
  'This payment link names its recipient by a name. Countersign sends to addresses only.',
  'This payment link asks for a contract call. Only payments can be opened from a link.',
  'The address of this payment link is not a Bitcoin address.',
  'This payment link names no network, and this wallet has its token on several.',
  'Filled in from a link. Nothing is sent before you have checked it and pressed Submit.',
  'The link names no network, so choose the asset yourself.',
  'The link names no network, so choose the asset yourself. It asks for {text}.',
  'This wallet has nothing to send on {text}.',
  'This payment link is for chain {n}, which Countersign does not serve.',
  'This wallet holds no token {who}.',
  'This wallet holds no token {who} on {text}.',

  // Address books
  'The first line should be {text}',
  'Network should be {text}, or empty',

  // What a hidden page tells
  'wants to connect',
  'Click here to confirm or cancel it.',
  'New personal sign request',
  'New send transaction request',
  'New transaction approval',
  'Click here to approve or decline it.',
  'Money received',
  'Approved, sending',
  'Approved, sent',
  'Declined by {text}',
  'Higher fee declined by {text}',
  'Something waits for you.',
  '{text} · To {who}',
  '{text} · From {who}',

  // Themes
  'system',
  'light',
  'dark',

  // Sessions and what is kept
  'Another browser',
  'another system',
  'You were signed out. Sign in again to continue.',
  'This browser does not keep data for this page. It is read again at each visit.',
  'What this browser keeps for this page took too long to load. It is read again.',
  'What this browser kept for this page was cleared. It is kept again from now on.',
] as const

/** Within a sentence about a call: how much of what. Other languages say them as its object. */
export const PHRASES = [
  'all your tokens of {other}',
  'all your {text}',
  'your tokens of {other}',
  'your {text} #{n}',
  'your {text}',
  'all of {other}',
  'all {text}',
  'up to all of {other}',
  'up to all {text}',
  'up to {phrase} more',
  'up to {phrase}',
  '{n} of item #{m} of {text}',
  '{n} units of {other}',
  '{n} units {text}',
  '#{n} of {other}',
  'of {other}',
] as const

export type Sayings = Readonly<Record<(typeof SAYINGS)[number], string>>
export type Phrases = Readonly<Record<(typeof PHRASES)[number], string>>

/** Longer texts are nobody's. */
const LONGEST = 1000
const HOLE = /\{(\w+)\}/
const KINDS: Readonly<Record<string, string>> = { who: '(\\S+?)', other: '(\\S+?)', n: '(\\d+)', m: '(\\d+)' }

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Read = (text: string) => { form: string; values: ReadonlyMap<string, string> } | undefined

/** Finds the form that a text has, of several the one with the most words of its own. */
const reader = (forms: readonly string[]): Read => {
  const parsed = forms
    .map((form) => {
      const parts = form.split(HOLE)
      const own = parts.filter((_, at) => at % 2 === 0)
      const names = parts.filter((_, at) => at % 2 === 1)
      const pattern = parts
        .map((part, at) => (at % 2 === 0 ? literal(part) : (KINDS[part] ?? '(.+?)')))
        .join('')
      return { form, names, pattern: new RegExp(`^${pattern}$`, 's'), weight: own.join('').length }
    })
    .sort((a, b) => b.weight - a.weight)
  return (text) => {
    for (const { form, names, pattern } of parsed) {
      const found = pattern.exec(text)
      if (found) return { form, values: new Map(names.map((name, at) => [name, found[at + 1] ?? ''])) }
    }
    return undefined
  }
}

/** Says in other words what the rules say in English; undefined for what none of them says. */
export const sayIn = (
  sayings: Partial<Sayings>,
  phrases: Partial<Phrases> = {},
): ((english: string) => string | undefined) => {
  const [readSaying, readPhrase] = [reader(Object.keys(sayings)), reader(Object.keys(phrases))]
  const put = (words: string, values: ReadonlyMap<string, string>): string =>
    words.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
      const value = values.get(name) ?? hole
      return name === 'phrase' ? phrase(value) : value
    })
  const phrase = (text: string): string => {
    const read = readPhrase(text)
    return read ? put(phrases[read.form as keyof Phrases] ?? text, read.values) : text
  }
  const say = (text: string): string | undefined => {
    const read = readSaying(text)
    const words = read && sayings[read.form as keyof Sayings]
    return words && put(words, read.values)
  }
  return (english) => {
    if (english.length > LONGEST) return undefined
    // A headline is a sentence without its full stop.
    return say(english) ?? say(`${english}.`)?.slice(0, -1)
  }
}
