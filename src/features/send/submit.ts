import { useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { sendBitcoin, sendEvm, type TransactionDraft } from '#contract/endpoints/transaction.ts'
import { WEI_DECIMALS } from '#contract/limit.ts'
import { assetDecimals } from '#domain/asset.ts'
import { isBitcoin } from '#domain/chain.ts'
import { type DrawnSend, drawnSendText } from '#domain/drawn.ts'
import { sendBody } from '#domain/sendbody.ts'
import { useAction } from '#state/action.ts'
import { feesRose, makeAttempts } from '#state/attempt.ts'
import { digestOfText } from '#state/digest.ts'
import type { SendDraft } from '#state/modals.ts'
import { newer } from '#state/newer.ts'
import { request } from '#state/request.ts'
import { sendText } from '#text/send.ts'

const attempts = makeAttempts(sendText)

interface Submit {
  draft: SendDraft
  asset: Asset | undefined
  /** The most that it may cost, as it is shown now. */
  maxFee: bigint | undefined
  onFeesRose: () => void
}

/** What stood on the screen: nothing else is to be sent. */
const drawnOf = (
  walletId: string,
  asset: Asset,
  { amount, recipient }: Pick<TransactionDraft, 'amount' | 'recipient'>,
): DrawnSend => ({
  walletId,
  blockchain: asset.blockchain,
  contract: asset.address ?? undefined,
  decimals: assetDecimals(asset) ?? WEI_DECIMALS,
  ...newer(6, { symbol: asset.symbol }),
  item: asset.tokenId ?? undefined,
  units: amount,
  recipient,
})

/** Sends the draft once, however often it is pressed and whatever gets lost on the way. */
export const useSubmit = ({ draft, asset, maxFee, onFeesRose }: Submit) => {
  const [checking, setChecking] = useState(false)

  const post = (chosen: Asset) => async (idempotencyKey: string) => {
    const body = sendBody({
      amount: draft.amount,
      asset: chosen,
      recipient: draft.recipient,
      speed: draft.gas,
      note: draft.note,
      maxFee,
    })
    return request(
      isBitcoin(chosen.blockchain) ? sendBitcoin : sendEvm,
      {
        params: { id: draft.walletId },
        body: { ...body, digest: await digestOfText(drawnSendText(drawnOf(draft.walletId, chosen, body))) },
      },
      { into: 'transaction', idempotencyKey },
    )
  }

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
