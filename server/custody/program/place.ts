import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'

/** Where custody, or a signer, listens: a folder with a Unix socket for each caller, or one port with TLS 1.3. */
export type Place =
  | { kind: 'sockets'; folder: string }
  | { kind: 'tls'; host: string; port: number; certificates: string }

/** What the system takes as the path of a socket. */
const PATH_MAX = 103

/** One folder for each caller, so that what cannot enter it cannot call. `of`: who listens. */
export const socketPath = (folder: string, caller: string, of = 'custody'): string => {
  const path = join(folder, caller, `${of}.sock`)
  if (Buffer.byteLength(path) <= PATH_MAX) return path
  throw new Error(`The socket ${path} has too long a path; at most ${PATH_MAX} bytes are possible.`)
}

/**
 * `unix:` and a folder, or `tls://host:port`, for which `certificates` names a folder with ca.crt, and NAME.crt and
 * NAME.key of each end: custody, web, chains, dapps. Throws a sentence that names `variable`.
 */
export const parsePlace = (
  variable: string,
  text: string,
  certificates: string | undefined,
  certificatesVariable = 'CUSTODY_CERTIFICATES',
): Place => {
  if (text.startsWith('unix:/')) return { kind: 'sockets', folder: text.slice('unix:'.length) }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'tls:' || url.port === '')
    throw new Error(`${variable} should be unix:/folder, or tls://host:port.`)
  if (certificates === undefined)
    throw new Error(`${certificatesVariable} should name the folder of the certificates for ${variable}.`)
  return { kind: 'tls', host: url.hostname, port: Number(url.port), certificates }
}

/** As `parsePlace`; several, separated by commas, where one process stands by for another. */
export const parsePlaces = (variable: string, text: string, certificates: string | undefined): Place[] =>
  text.split(',').map((part) => parsePlace(variable, part.trim(), certificates))

/** TLS 1.3 with certificates on both sides; `name` is whose they are. */
export const credentials = (certificates: string, name: string) => ({
  ca: readFileSync(join(certificates, 'ca.crt')),
  cert: readFileSync(join(certificates, `${name}.crt`)),
  key: readFileSync(join(certificates, `${name}.key`)),
  minVersion: 'TLSv1.3' as const,
})

/** Whose certificate the other end has. */
export const callerOf = <C extends string>(socket: TLSSocket, callers: readonly C[]): C | undefined => {
  const { CN } = socket.getPeerCertificate().subject ?? {}
  return callers.find((caller) => caller === CN)
}
