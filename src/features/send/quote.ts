import type { Asset } from '#contract/asset.ts'
import type { Acquaintance } from '#domain/sendwarning.ts'
import { useEstimate } from '#state/estimate.ts'
import { useOnline } from '#state/online.ts'
import { isRefusal, words } from '#state/words.ts'
import type { Transfer } from './fees.ts'

interface Question {
  params: { id: string }
  body: { amount: string; assetId: string; recipient: string }
}
interface Acquainted {
  recipientKnown?: boolean | undefined
  lookalikeOf?: string | null | undefined
}

/** What the server estimates for just this transfer, or why it does not. */
export const useQuote = <T extends Acquainted>(
  asset: Asset | undefined,
  transfer: Transfer | undefined,
  ask: (question: Question, signal: AbortSignal) => Promise<T>,
) => {
  const question: Question | undefined =
    useOnline() && asset && transfer
      ? {
          params: { id: transfer.walletId },
          body: { amount: transfer.units, assetId: asset.id, recipient: transfer.recipient },
        }
      : undefined
  const { value, error, again } = useEstimate(question && JSON.stringify(question), (signal) =>
    question ? ask(question, signal) : Promise.reject(new Error('Nothing to estimate')),
  )
  const recipient: Acquaintance | undefined =
    value?.recipientKnown === undefined
      ? undefined
      : { known: value.recipientKnown, lookalikeOf: value.lookalikeOf ?? undefined }
  return {
    value,
    refusal: isRefusal(error) ? words(error).message : undefined,
    unquoted: error !== undefined && !isRefusal(error),
    recipient,
    again,
  }
}
