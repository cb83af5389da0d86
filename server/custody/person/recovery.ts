import type { Input } from '#server/custody/port.ts'
import { inSession } from './grant.ts'
import type { People } from './people.ts'

/** Whoever is still signed in takes an operator's notice about his lost factors back. False where there is none. */
export const refuseRecovery = (
  people: People,
  { grant }: Input<'refuseRecovery'>,
): Promise<{ refused: boolean }> =>
  inSession(people, grant, async (turn) => {
    const { recovery } = turn.state
    if (recovery) await turn.append({ type: 'recovery-refused', data: { id: recovery.id } })
    return { refused: recovery !== undefined }
  })
