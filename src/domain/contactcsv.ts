import type { AccountNetwork } from '#contract/blockchain.ts'
import type { Contact } from '#contract/contact.ts'
import type { ContactDraft } from '#contract/endpoints/contact.ts'
import { CONTACTS_MAX } from '#contract/limit.ts'
import { ContactName, Note } from '#contract/line.ts'
import { CONTACTS_FULL, keptAddress, makeBook, nameKey, readAddress, TWO_ADDRESSES } from './contact.ts'
import { csvField } from './csv.ts'

const HEAD = ['Name', 'Network', 'Address', 'Note']
const NETWORKS: Readonly<Record<AccountNetwork, string>> = {
  evm: 'EVM',
  bitcoin: 'Bitcoin',
  testnet: 'Bitcoin Testnet',
  regtest: 'Bitcoin Regtest',
}
const NO_HEAD = `The first line should be ${HEAD.join(',')}`
const NO_NETWORK = `Network should be ${Object.values(NETWORKS).join(', ')}, or empty`

/** An address book as a CSV file (RFC 4180), one address a line. */
export const contactsCsv = (contacts: readonly Contact[]): string =>
  [
    HEAD,
    ...contacts.flatMap(({ name, addresses, note }) =>
      addresses.flatMap(({ network, address }) =>
        network === 'unknown' ? [] : [[name, NETWORKS[network], address, note]],
      ),
    ),
  ]
    .map((fields) => `${fields.map(csvField).join(',')}\r\n`)
    .join('')

interface Line {
  /** In the file, from 1 on. */
  number: number
  fields: string[]
}

/** The records of a CSV text (RFC 4180); a quoted field may span lines. */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = []
  let line: Line = { number: 1, fields: [] }
  let field = ''
  let quoted = false
  let number = 1
  const end = () => {
    line.fields.push(field)
    field = ''
  }
  const rest = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  /** Spreadsheets of some languages write semicolons. */
  const separator = /^[^\n,]*;/.test(rest) ? ';' : ','
  for (let at = 0; at < rest.length; at += 1) {
    const character = rest.charAt(at)
    if (character === '\n') number += 1
    if (quoted) {
      if (character !== '"') field += character
      else if (rest.charAt(at + 1) === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (character === '"' && field === '') quoted = true
    else if (character === separator) end()
    else if (character === '\n') {
      end()
      lines.push(line)
      line = { number, fields: [] }
    } else field += character
  }
  end()
  lines.push(line)
  return lines
    .map(({ fields, ...place }) => ({ ...place, fields: fields.map((one) => plain(one.trim())) }))
    .filter(({ fields }) => fields.some((one) => one !== ''))
}

/** Without the apostrophe that keeps a spreadsheet from running it. */
const plain = (text: string): string => (/^'[=+@\t\r-]/.test(text) ? text.slice(1) : text)

const networkIn = (text: string): AccountNetwork | undefined => {
  const wanted = text.toLowerCase()
  return (Object.keys(NETWORKS) as AccountNetwork[]).find(
    (network) => network === wanted || NETWORKS[network].toLowerCase() === wanted,
  )
}

const addressesIn = async (
  network: string,
  address: string,
): Promise<{ addresses: ContactDraft['addresses'] } | { error: string }> => {
  if (network === '') return readAddress(address)
  const named = networkIn(network)
  if (!named) return { error: NO_NETWORK }
  const kept = await keptAddress(named, address)
  return 'error' in kept ? kept : { addresses: [{ network: named, address: kept.address }] }
}

export interface LineError {
  line: number
  error: string
}

export interface ReadContacts {
  contacts: ContactDraft[]
  /** How many of the file are in the book as they are. */
  known: number
  errors: LineError[]
}

const draftIn = async ([name = '', network = '', address = '', note = '']: string[]): Promise<
  ContactDraft | { error: string }
> => {
  const named = ContactName.safeParse(name)
  const noted = Note.safeParse(note)
  for (const read of [named, noted]) if (!read.success) return { error: read.error.issues[0]?.message ?? '' }
  const read = await addressesIn(network, address)
  return 'error' in read
    ? read
    : { name: named.data ?? '', note: noted.data ?? '', addresses: read.addresses }
}

/** What a CSV file adds to an address book, and what is wrong with which line: then nothing of it may be added. */
export const readContactsCsv = async (text: string, known: readonly Contact[]): Promise<ReadContacts> => {
  const [head, ...lines] = linesOf(text)
  const isHead = HEAD.slice(0, 3).every((name, at) => head?.fields[at]?.toLowerCase() === name.toLowerCase())
  if (!isHead) return { contacts: [], known: 0, errors: [{ line: 1, error: NO_HEAD }] }
  const errors: LineError[] = []
  const drafts = new Map<string, ContactDraft & { line: number }>()
  for (const { number, fields } of lines) {
    const draft = await draftIn(fields)
    if ('error' in draft) {
      errors.push({ line: number, error: draft.error })
      continue
    }
    const key = nameKey(draft.name)
    const before = drafts.get(key)
    const addresses = [...(before?.addresses ?? []), ...draft.addresses]
    if (new Set(addresses.map(({ network }) => network)).size < addresses.length)
      errors.push({ line: number, error: TWO_ADDRESSES })
    else drafts.set(key, { line: number, ...draft, ...before, addresses })
  }
  const book = makeBook(known)
  const mine = new Map(known.map((contact) => [nameKey(contact.name), makeBook([contact])]))
  const contacts: ContactDraft[] = []
  let same = 0
  for (const { line, ...draft } of drafts.values()) {
    const isKnown = draft.addresses.every((address) => mine.get(nameKey(draft.name))?.holds(address) === true)
    const error = book.clash(draft)
    if (isKnown) same += 1
    else if (error) errors.push({ line, error })
    else {
      book.add(draft)
      contacts.push(draft)
    }
  }
  if (known.length + contacts.length > CONTACTS_MAX)
    errors.push({ line: lines.at(-1)?.number ?? 1, error: CONTACTS_FULL })
  return { contacts, known: same, errors: errors.sort((a, b) => a.line - b.line) }
}
