import type { Place } from '#server/custody/program/place.ts'
import { parsePlaces } from '#server/custody/program/place.ts'
import { PARTIES, type Party } from '#server/signer/share.ts'

/** Who may ask a signer. */
export const CALLERS = ['custody'] as const

/** What travels between signers and custody. Grows when an end would misread another. */
export const VERSION = 1

/** The name of a signer's socket and certificate. */
export const nameOf = (party: Party): string => `signer${party}`

/** One folder with the sockets of all three, or the places of the first, the second and the third. */
export const parseSigners = (
  variable: string,
  text: string,
  certificates: string | undefined,
): ReadonlyMap<Party, Place> => {
  const places = parsePlaces(variable, text, certificates)
  const [first] = places
  if (places.length === 1 && first?.kind === 'sockets')
    return new Map(PARTIES.map((party) => [party, first] as const))
  if (places.length !== PARTIES.length)
    throw new Error(`${variable} should be one folder (unix:/folder), or three places, separated by commas.`)
  return new Map(PARTIES.flatMap((party, index) => (places[index] ? [[party, places[index]] as const] : [])))
}
