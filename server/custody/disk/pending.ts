import * as z from 'zod/mini'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { type Store, safeName } from '#server/custody/store.ts'

/** How long an issued text may be signed and handed in, in ms. */
export const NONCE_LIFE = 5 * 60_000
/** Open texts of one user for one record; the oldest gives way. */
const OPEN_MAX = 5

const Issued = z.object({
  kind: z.enum(['invite', 'approval']),
  /** Invite id or transaction id. */
  recordId: z.string(),
  /** Guardian's user and wallet: only they may sign. */
  userId: z.string(),
  signerWalletId: z.string(),
  address: z.string(),
  nonce: z.string(),
  timestamp: z.number(),
  logHead: z.string(),
  message: z.string(),
})
/** A text that custody issued and nobody handed in yet. */
export type Issued = z.infer<typeof Issued>

export interface Pending {
  find(walletId: string, nonce: string): Promise<Issued | undefined>
  add(walletId: string, issued: Issued): Promise<void>
  remove(walletId: string, nonce: string): Promise<void>
  reseal(name: string): Promise<number>
}

const SUFFIX = '.nonces'

/** Issued texts by guarded wallet. Those whose life is over are dropped at the next change. */
export const createPending = (store: Store, ring: KeyRing): Pending => {
  const sealer = custodySealer(ring, 'pending')
  const path = (walletId: string) => `pending/${safeName(walletId)}${SUFFIX}`

  const load = async (walletId: string): Promise<Issued[]> => {
    const sealed = await store.read(path(walletId))
    if (sealed === undefined) return []
    return z.array(Issued).parse(JSON.parse(sealer.open(sealed, [walletId]).toString('utf8')))
  }
  const save = (walletId: string, list: readonly Issued[]) =>
    store.replace(path(walletId), sealer.seal(Buffer.from(JSON.stringify(list)), [walletId]))

  return {
    find: async (walletId, nonce) => (await load(walletId)).find((issued) => issued.nonce === nonce),

    async add(walletId, issued) {
      const alive = (await load(walletId)).filter(
        ({ timestamp }) => issued.timestamp - timestamp < NONCE_LIFE,
      )
      const isSame = ({ recordId, userId }: Issued) =>
        recordId === issued.recordId && userId === issued.userId
      const kept = alive.filter(isSame).slice(1 - OPEN_MAX)
      await save(walletId, [...alive.filter((other) => !isSame(other)), ...kept, issued])
    },

    async remove(walletId, nonce) {
      const list = await load(walletId)
      await save(
        walletId,
        list.filter((issued) => issued.nonce !== nonce),
      )
    },

    async reseal(name) {
      const walletId = name.slice(0, -SUFFIX.length)
      const sealed = await store.read(`pending/${name}`)
      if (sealed === undefined || sealer.isCurrent(sealed)) return 0
      await save(walletId, await load(walletId))
      return 1
    },
  }
}
