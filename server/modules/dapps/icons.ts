import { makeSingles } from '#server/async/single.ts'
import { notFound } from '#server/error.ts'
import type { DappDeps } from './deps.ts'
import { fetchPublic } from './fetch.ts'
import { type Icon, iconOfBytes } from './icon.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'

const NONE: Icon = { type: '', data: '' }
const MAX_AT_ONCE = 8

/** Pictures of dApps, fetched by the server so that no dApp learns who looks at it. */
export const makeIcons = (
  { db, log }: Pick<DappDeps, 'db' | 'log'>,
  sessions: Pick<Sessions, 'own'>,
  load: (address: string) => Promise<Buffer> = fetchPublic,
) => {
  const loading = makeSingles<Icon>()

  const firstOf = async (addresses: readonly string[]): Promise<Icon> => {
    for (const address of addresses) {
      try {
        const icon = iconOfBytes(await load(address))
        if (icon) return icon
      } catch (error) {
        log.info({ err: error }, 'The picture of a dApp could not be loaded')
      }
    }
    return NONE
  }
  const fetchOnce = (sessionId: string, addresses: readonly string[]): Promise<Icon> =>
    loading.run(sessionId, async () => {
      const icon = await firstOf(addresses)
      await store.insertIcon(db, { sessionId, ...icon })
      return icon
    })

  return {
    /** Fetched when it is first asked for, then kept; a dApp without one has none for good. */
    async get(userId: string, id: string): Promise<{ type: string; bytes: Buffer }> {
      const { proposerMeta } = await sessions.own(userId, id)
      const addresses = proposerMeta?.icons ?? []
      const kept = await store.findIcon(db, id)
      const mayLoad =
        addresses.length > 0 && (loading.current(id) !== undefined || loading.count() < MAX_AT_ONCE)
      const { type, data } = kept ?? (mayLoad ? await fetchOnce(id, addresses) : NONE)
      if (data === '') throw notFound('This DApp has no picture')
      return { type, bytes: Buffer.from(data, 'base64') }
    },
  }
}
