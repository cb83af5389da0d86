import type { KeyRing } from '#server/custody/keyring.ts'
import type { LineLog } from '#server/line/line.ts'
import { makeSigners } from './coordinate.ts'
import type { Signers } from './port.ts'
import { othersOf, type Party } from './share.ts'
import { openSigner, type Signer } from './signer.ts'

/** Where one signer keeps what it has, and what seals it. */
export interface SignerPlace {
  party: Party
  dir: string
  keyRing: KeyRing
}

/** Several signers in this process, who know each other. */
export const openTogether = async ({
  places,
  clock,
  policyDelayS,
}: {
  places: readonly SignerPlace[]
  clock: { now(): Date }
  policyDelayS: number
}): Promise<Signer[]> => {
  const signers: Signer[] = []
  try {
    for (const place of places) signers.push(await openSigner({ ...place, clock, policyDelayS }))
  } catch (error) {
    for (const signer of signers) await signer.close()
    throw error
  }
  for (const { party, meet } of signers)
    meet(
      new Map(
        signers.flatMap((other) =>
          othersOf(party).includes(other.party) ? [[other.party, other.publicKey] as const] : [],
        ),
      ),
    )
  return signers
}

/** All three in this process: for tests, and for whoever tries the product in one process. */
export const openSigners = async (
  options: Parameters<typeof openTogether>[0] & { log: LineLog },
): Promise<Signers> => {
  const signers = await openTogether(options)
  return makeSigners(new Map(signers.map(({ party, ask }) => [party, ask])), {
    log: options.log,
    async close() {
      for (const signer of signers) await signer.close()
    },
  })
}
