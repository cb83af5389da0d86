import { useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { sendBitcoin, sendEvm } from '#contract/endpoints/transaction.ts'
import { isBitcoin } from '#domain/chain.ts'
import { sendBody } from '#domain/sendbody.ts'
import { RequestError } from '#net/error.ts'
import { useAction } from '#state/action.ts'
import type { SendDraft } from '#state/modals.ts'
import { request } from '#state/request.ts'

/** How long an unanswered submit is asked about again, and the pause between (milliseconds). */
const GIVE_UP_AFTER = 60_000
const PAUSE = 2_000

const UNKNOWN =
  'The server did not answer, so it is not known whether this was accepted. Look at Activity before you send again.'
const NOT_SENT = 'Nothing was sent and your balance has not changed.'

const isUnanswered = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.status === undefined

const pause = () => new Promise((done) => setTimeout(done, PAUSE))

/** Sends the draft once: every repetition carries the key of this confirmation. */
export const useSubmit = (draft: SendDraft, asset: Asset | undefined) => {
  const [key] = useState(() => crypto.randomUUID())
  const [checking, setChecking] = useState(false)

  const post = (chosen: Asset) =>
    request(
      isBitcoin(chosen.blockchain) ? sendBitcoin : sendEvm,
      {
        params: { id: draft.walletId },
        body: sendBody({
          amount: draft.amount,
          asset: chosen,
          recipient: draft.recipient,
          speed: draft.gas,
        }),
      },
      { into: 'transaction', idempotencyKey: key },
    )

  const settle = async (chosen: Asset) => {
    const until = Date.now() + GIVE_UP_AFTER
    let asked = false
    for (;;) {
      try {
        return await post(chosen)
      } catch (error) {
        if (!isUnanswered(error)) {
          if (asked && error instanceof RequestError) error.message = `${error.message} ${NOT_SENT}`
          throw error
        }
        if (Date.now() > until) {
          error.message = UNKNOWN
          throw error
        }
        asked = true
        setChecking(true)
        await pause()
      }
    }
  }

  const action = useAction(
    async () => {
      if (!asset) return undefined
      try {
        return await settle(asset)
      } finally {
        setChecking(false)
      }
    },
    { onError: 'error-info' },
  )
  return { ...action, checking }
}
