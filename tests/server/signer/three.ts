import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyRing, type KeyRing, loadKeyRing } from '#server/custody/keyring.ts'
import { makeSigners } from '#server/signer/coordinate.ts'
import { openTogether } from '#server/signer/inside.ts'
import type { Ask, Call } from '#server/signer/message.ts'
import type { Signers } from '#server/signer/port.ts'
import { PARTIES, type Party } from '#server/signer/share.ts'
import type { Signer } from '#server/signer/signer.ts'

/** What a test may do between whoever asks and a signer. */
export type Between = (
  party: Party,
  name: Call,
  message: unknown,
  ask: () => Promise<unknown>,
) => Promise<unknown>

/** Three signers, each with a folder and a ring of its own, in a folder that goes away again. */
export const makeThree = async ({ policyDelayS = 86_400, now = Date.now } = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'signers-'))
  const rings = new Map<Party, KeyRing>()
  for (const party of PARTIES) rings.set(party, await createKeyRing(join(dir, `ring${party}`)))
  const errors: { signer?: Party | undefined; text: string }[] = []
  const log = {
    warn: () => undefined,
    error: (about: object, text: string) => {
      errors.push({ ...about, text })
    },
  }
  let between: Between = (_party, _name, _message, ask) => ask()
  let signers: Signer[] = []
  const folder = (party: Party) => join(dir, String(party))
  const open = async (): Promise<Signers> => {
    signers = await openTogether({
      places: PARTIES.map((party) => ({
        party,
        dir: folder(party),
        keyRing: rings.get(party) ?? loadKeyRing(''),
      })),
      clock: { now: () => new Date(now()) },
      policyDelayS,
    })
    const asks = signers.map(({ party, ask }): [Party, Ask] => [
      party,
      ((name: Call, message: never) =>
        between(party, name, message, () => ask(name, message))) as unknown as Ask,
    ])
    return makeSigners(new Map(asks), {
      log,
      async close() {
        for (const signer of signers) await signer.close()
      },
    })
  }
  let three = await open()
  return {
    ...{ errors, folder, rings, ringFile: (party: Party) => join(dir, `ring${party}`) },
    get signers() {
      return three
    },
    signer: (party: Party): Signer => signers.find((one) => one.party === party)!,
    /** What comes between from now on; nothing, without. */
    put(next?: Between) {
      between = next ?? ((_party, _name, _message, ask) => ask())
    },
    /** As after an end of all processes; `between` does what it likes with their folders. */
    async reopen(between: () => Promise<void> = async () => undefined) {
      await three.close()
      await between()
      three = await open()
    },
    /** With another ring, or after something was done to its store, from now on. */
    async between(work: () => Promise<void>) {
      await three.close()
      await work()
      three = await open()
    },
    /** Lost for good, with its ring; another one takes its place, and the others are told who that is. */
    async lose(party: Party) {
      await three.close()
      await rm(folder(party), { recursive: true })
      rings.set(party, await createKeyRing(join(dir, `ring${party}-${Math.random()}`)))
      three = await open()
    },
    async remove() {
      await three.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type Three = Awaited<ReturnType<typeof makeThree>>
