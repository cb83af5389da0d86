import { useState } from 'react'
import {
  askHigherFee,
  cancelOnNetwork,
  replacementOf,
  speedUpTransaction,
} from '#contract/endpoints/replacement.ts'
import type { Transaction } from '#contract/transaction.ts'
import { isHanging } from '#domain/attempt.ts'
import { type FeeSum, feeSum } from '#domain/facts.ts'
import { useAction } from '#state/action.ts'
import { makeAttempts } from '#state/attempt.ts'
import { useEstimate } from '#state/estimate.ts'
import { useOnline } from '#state/online.ts'
import { useCoinPrice } from '#state/price.ts'
import { request } from '#state/request.ts'
import { isRefusal, words } from '#state/words.ts'
import { worded } from '#text/catalogue.ts'
import { replaceText } from '#text/replace.ts'

const attempts = makeAttempts(replaceText)

interface Question {
  walletId: string
  transaction: Transaction | undefined
  cancels: boolean
  open: boolean
}

/** What taking the place of a send that hangs costs, or why nothing can; and having it done at just that. */
export const useOffer = ({ walletId, transaction, cancels, open }: Question) => {
  const online = useOnline()
  const params = transaction && { id: walletId, txId: transaction.id }
  const [asked, setAsked] = useState<string>()
  const [checking, setChecking] = useState(false)
  const isOpen = open && online && transaction !== undefined && isHanging(transaction, walletId)
  const { value, error, again } = useEstimate(
    isOpen ? JSON.stringify([params, transaction?.hash]) : undefined,
    (signal) =>
      params ? request(replacementOf, { params }, { signal }) : Promise.reject(new Error('Nothing hangs')),
  )
  const price = useCoinPrice(transaction?.blockchain)
  const one = cancels ? value?.cancel : value?.speedUp
  const anew = cancels ? undefined : value?.anew
  const maxFee = asked ?? anew?.ceiling ?? one?.fee

  const action = useAction(
    async (most: string) => {
      if (!params) return undefined
      setAsked(most)
      try {
        return await attempts.send(
          `${params.txId} ${anew ? 'anew' : cancels}`,
          (idempotencyKey) =>
            request(
              cancels ? cancelOnNetwork : anew ? askHigherFee : speedUpTransaction,
              { params, body: { maxFee: most } },
              { into: 'transaction', idempotencyKey },
            ),
          () => setChecking(true),
        )
      } catch (failure) {
        again()
        throw failure
      } finally {
        setAsked(undefined)
        setChecking(false)
      }
    },
    { onError: 'error-info' },
  )
  const sum = (units: string | undefined): FeeSum | undefined =>
    units !== undefined && transaction ? feeSum(units, transaction.blockchain, price) : undefined
  const refused = isRefusal(error) ? words(error).message : undefined
  const why = action.working || anew ? undefined : one?.why ? worded(one.why) : refused
  return {
    now: sum(value?.fee),
    fee: sum(maxFee),
    /** More than guardians approved: so many have to approve it first. */
    anew: anew?.required,
    /** Only where it binds. */
    ceiling: cancels ? undefined : sum(value?.ceiling),
    /** By a later transfer, which spends what came back of this one. */
    isByLater: !cancels && value?.through !== undefined,
    why,
    failed: error !== undefined && why === undefined,
    reading: isOpen && !action.working && value === undefined && error === undefined,
    again,
    working: action.working,
    checking,
    confirm: async () => (maxFee === undefined ? undefined : action.run(maxFee)),
  }
}
export type Offer = ReturnType<typeof useOffer>
