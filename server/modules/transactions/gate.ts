import type { Custody } from '#server/custody/custody.ts'
import { conflict } from '#server/error.ts'

/** What custody will want before it signs for this wallet. */
export interface Gate {
  guarded: boolean
  /** Approvals needed; 0 sends at once. */
  required: number
}

/** Asks custody, which alone decides, whether a transaction of this wallet has to wait for its guardians. */
export const gate = async (custody: Custody, walletId: string): Promise<Gate> => {
  const { required, sendableFrom } = await custody.required({ walletId })
  if (sendableFrom) throw conflict(`Guardians were changed. You can send again from ${sendableFrom}.`)
  return { guarded: required > 0, required }
}
