// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { makeEnds } from '#server/modules/auth/ends.ts'

type Parts = Parameters<typeof makeEnds>

test('sockets of ended sessions close, also where their rows cannot be deleted just then', async () => {
  const logOut = vi.fn()
  const ids = ['one', 'two']
  const deps = {
    db: { delete: () => ({ where: () => Promise.reject(new Error('No database')) }) },
    custody: {
      endSession: async () => ({ ids: ['one'] }),
      endOtherSessions: async () => ({ ids }),
      signOut: async () => ({ ids: ['own'] }),
      sweepPeople: async () => ({ ids }),
    },
    push: { logOut },
  } as unknown as Parts[0]
  const ends = makeEnds(deps, { forget: () => undefined } as unknown as Parts[1])
  await expect(ends.endOther('grant', 'one')).rejects.toThrow('No database')
  await expect(ends.endOthers('grant', [])).rejects.toThrow('No database')
  await expect(ends.signOut('grant', 'own')).rejects.toThrow('No database')
  await expect(ends.endExpired()).rejects.toThrow('No database')
  expect(logOut.mock.calls).toEqual([
    [['one'], 'sign-out-all'],
    [ids, 'sign-out-all'],
    [['own'], 'sign-out'],
    [ids, 'expired'],
  ])
})
