import { useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { sendBitcoin, sendEvm } from '#contract/endpoints/transaction.ts'
import { isBitcoin } from '#domain/chain.ts'
import { sendBody } from '#domain/sendbody.ts'
import { useAction } from '#state/action.ts'
import type { SendDraft } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { feesRose, makeAttempts } from './attempt.ts'

const attempts = makeAttempts()

interface Submit {
  draft: SendDraft
  asset: Asset | undefined
  /** The most that it may cost, as it is shown now. */
  maxFee: bigint | undefined
  onFeesRose: () => void
}

/** Sends the draft once, however often it is pressed and whatever gets lost on the way. */
export const useSubmit = ({ draft, asset, maxFee, onFeesRose }: Submit) => {
  const [checking, setChecking] = useState(false)

  const post = (chosen: Asset) => (idempotencyKey: string) =>
    request(
      isBitcoin(chosen.blockchain) ? sendBitcoin : sendEvm,
      {
        params: { id: draft.walletId },
        body: sendBody({
          amount: draft.amount,
          asset: chosen,
          recipient: draft.recipient,
          speed: draft.gas,
          maxFee,
        }),
      },
      { into: 'transaction', idempotencyKey },
    )

  const action = useAction(
    async () => {
      if (!asset) return undefined
      try {
        return await attempts.send(draft.walletId, post(asset), () => setChecking(true))
      } catch (error) {
        if (feesRose(error)) onFeesRose()
        throw error
      } finally {
        setChecking(false)
      }
    },
    { onError: 'error-info' },
  )
  const isUnknown = () => attempts.isUnknown(draft.walletId)
  return { ...action, checking, isUnknown, unanswered: !action.working && isUnknown() }
}
