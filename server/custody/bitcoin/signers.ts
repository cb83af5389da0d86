import type { LogEntry } from '#server/custody/disk/chain.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Signers } from '#server/signer/port.ts'

const away = () => Promise.reject(new CustodyRefusal('SignersAway', 'No signers of Bitcoin keys are set up.'))

/** In place of signers where none are set up. */
export const noSigners: Signers = {
  makeKey: away,
  tell: away,
  sign: away,
  close: async () => undefined,
}

/**
 * Keeps the signers' copies of logs as new as they can be: delays count from when they first see an entry. What does not
 * reach them is brought before they sign.
 */
export const startTelling = (signers: Signers) => {
  const waiting = new Map<string, readonly LogEntry[]>()
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    for (const [walletId, entries] of waiting) {
      waiting.delete(walletId)
      await signers.tell(walletId, entries).catch(() => undefined)
    }
    running = undefined
  }

  return {
    soon(walletId: string, entries: readonly LogEntry[]): void {
      waiting.set(walletId, [...entries])
      running ??= Promise.resolve().then(run)
    },
    async idle(): Promise<void> {
      while (running) await running
    },
  }
}
