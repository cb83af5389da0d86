import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createDurably, replaceDurably } from './disk/file.ts'
import { type ByteSealer, byteSealer, type Master } from './disk/seal.ts'
import { CustodyRefusal } from './refusal.ts'

/** Seals text for one purpose outside custody's own store. Strings of `aad` name owner and record. */
export interface Sealer {
  seal(text: string, aad: string): string
  /** Throws CustodyRefusal 'Broken' when the text was changed or sealed for another owner, record or purpose. */
  open(sealed: string, aad: string): string
  /** False when the text was sealed with an older key of the ring and should be sealed again. */
  isCurrent(sealed: string): boolean
}

/** Holds the master keys without showing them. */
export interface KeyRing {
  readonly currentId: string
  readonly ids: readonly string[]
  sealer(purpose: string): Sealer
}

const MODE = 0o400
const KEY_BYTES = 32
const LINE = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]+={0,2})$/

const secrets = new WeakMap<KeyRing, readonly Master[]>()

const refuse = (message: string, cause?: unknown) => new CustodyRefusal('KeyRing', message, {}, { cause })

const parseLine = (file: string, line: string, number: number): Master => {
  const [, id, text] = LINE.exec(line) ?? []
  if (id === undefined || text === undefined)
    throw refuse(
      `Line ${number} of the key ring ${file} should read id:base64 (id: letters, digits, - and _).`,
    )
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES || key.toString('base64') !== text)
    throw refuse(`Key '${id}' of the key ring ${file} should be the base64 of exactly ${KEY_BYTES} bytes.`)
  return { id, key }
}

const ringOf = (masters: readonly Master[], currentId: string): KeyRing => {
  const ring: KeyRing = Object.freeze({
    currentId,
    ids: masters.map(({ id }) => id),
    sealer(purpose: string): Sealer {
      const { seal, open, isCurrent } = byteSealer(masters, `database/${purpose}`)
      return {
        seal: (text, aad) => seal(Buffer.from(text), [aad]),
        open: (sealed, aad) => open(sealed, [aad]).toString('utf8'),
        isCurrent,
      }
    },
  })
  secrets.set(ring, masters)
  return ring
}

/** What tells the keys of two rings apart, or the same, and says nothing else about them. */
export const ringMarks = (ring: KeyRing): string[] =>
  (secrets.get(ring) ?? []).map(({ key }) =>
    Buffer.from(hkdfSync('sha256', key, '', 'countersign/ring-mark', 16)).toString('hex'),
  )

/** For backups of the database, which its own servers make. */
export const databaseBackupSealer = (ring: KeyRing): ByteSealer =>
  byteSealer(secrets.get(ring) ?? [], 'database/backup')

/** Custody's own purposes, which no Sealer can reach. */
export const custodySealer = (
  ring: KeyRing,
  purpose:
    | 'wallet-key'
    | 'log'
    | 'head'
    | 'pending'
    | 'canary'
    | 'signed'
    | 'identity'
    | 'person-log'
    | 'person-head'
    | 'record'
    | 'anchor'
    | 'backup'
    | 'signer-share'
    | 'signer-identity'
    | 'signer-log'
    | 'signer-head',
): ByteSealer => byteSealer(secrets.get(ring) ?? [], `custody/${purpose}`)

const text = (file: string, variable: string): string => {
  try {
    const mode = statSync(file).mode & 0o777
    if (mode !== MODE)
      throw refuse(`The key ring ${file} has mode 0${mode.toString(8)}; make it 0400 (chmod 400 ${file}).`)
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof CustodyRefusal) throw cause
    throw refuse(`The key ring ${file} cannot be read; ${variable} must name a readable file.`, cause)
  }
}

/**
 * Reads a key ring: a file of mode 0400 whose lines are `id:base64` of 32 bytes. The first line is the current key;
 * the others only open what they sealed. Throws CustodyRefusal 'KeyRing' that names what is wrong, or the variable that
 * names the file.
 */
export const loadKeyRing = (file: string, variable = 'MASTER_KEY_FILE'): KeyRing => {
  const masters = text(file, variable)
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => parseLine(file, line, index + 1))
  const ids = masters.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw refuse(`The key ring ${file} names key '${twice}' twice; give every line its own id.`)
  const [first] = masters
  if (!first) throw refuse(`The key ring ${file} is empty; it should have at least one line id:base64.`)
  return ringOf(masters, first.id)
}

const freshLine = (): string =>
  `k${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}\n`

/** Makes a ring with one fresh key, mode 0400. Never overwrites a file. */
export const createKeyRing = async (file: string): Promise<KeyRing> => {
  if (!(await createDurably(file, freshLine(), MODE)))
    throw refuse(`The key ring ${file} exists already and is never overwritten; name another file.`)
  return loadKeyRing(file)
}

/** Puts a fresh current key before the others. What older keys sealed stays readable until it is sealed again. */
export const addKey = async (file: string): Promise<KeyRing> => {
  loadKeyRing(file)
  await replaceDurably(file, freshLine() + readFileSync(file, 'utf8'), MODE)
  return loadKeyRing(file)
}
