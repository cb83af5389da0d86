import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { isAlmostAll } from '#domain/almostall.ts'
import { textToUnits } from '#domain/amount.ts'
import { assetDecimals, spendable } from '#domain/asset.ts'
import { accountOn, nativeAsset } from '#domain/chain.ts'
import { sendFacts } from '#domain/facts.ts'
import { nameOf } from '#domain/names.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import { maxAmount } from '#domain/sendbody.ts'
import { amountError } from '#domain/sendrule.ts'
import { draftSheet } from '#features/transaction/draft.ts'
import type { SendDraft } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { useProtection } from '#state/protection.ts'
import { useSendLists } from '#state/queries.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { transactionText } from '#text/transaction.ts'
import { useFees } from './fees.ts'
import { useRecipient } from './recipient.ts'
import { useSubmit } from './submit.ts'

interface Shown {
  amount: string
  maxFee: bigint
  asset: Asset | undefined
}

/** Everything that the confirmation shows, which is also what it sends. */
export const useConfirmation = (draft: SendDraft) => {
  const names = useAtomValue(namesAtom)
  const wallet = useAtomValue(walletsAtom).find(({ id }) => id === draft.walletId)
  const assets = useAtomValue(assetsAtom(draft.walletId))
  const asset = assets.find(({ id }) => id === draft.assetId)
  const tokens = tokenIndex(useAtomValue(tokensAtom))
  const protection = useProtection(wallet)
  const guarded = protection.rule.count > 0
  useSendLists(draft.walletId)
  /** What was submitted stays on the screen, whatever it does to fees and balance. */
  const [submitted, setSubmitted] = useState<Shown>()

  const free = asset && spendable(asset)
  /** As in the form, the quote of all is asked for the whole balance. */
  const amount = draft.max && free ? maxAmount(free, 0n) : draft.amount
  const units = asset && textToUnits(amount, assetDecimals(asset))
  const fees = useFees(
    asset,
    units ? { walletId: draft.walletId, recipient: draft.recipient, units: units.toString() } : undefined,
    guarded,
  )
  const recipient = useRecipient(draft.recipient, asset, wallet)(fees.recipient)
  const option = fees.options?.[draft.gas]
  const quote = fees.quote?.[draft.gas]

  const native = asset && nativeAsset(assets, asset.blockchain)
  const maxFee = quote?.fee ?? BigInt(draft.maxFee)
  const now: Shown = { maxFee, asset, amount: draft.max && free ? maxAmount(free, maxFee) : draft.amount }
  const shown = submitted ?? now

  const submit = useSubmit({
    draft: { ...draft, amount: shown.amount },
    asset,
    maxFee: shown.maxFee,
    onFeesRose: fees.again,
  })
  const facts =
    asset &&
    wallet &&
    sendFacts({
      asset,
      tokens,
      amount: shown.amount,
      sender: accountOn(wallet, asset.blockchain)?.address,
      recipient: draft.recipient,
      fee: option?.fee ?? BigInt(draft.fee),
      ceiling: shown.maxFee,
      coinPrice: fees.price,
    })
  const name = nameOf(names, draft.recipient)?.name
  const sheet =
    asset &&
    wallet &&
    facts &&
    draftSheet({
      facts,
      asset: shown.asset ?? asset,
      speed: draft.gas,
      ceiling: shown.maxFee,
      from: { address: facts.sender, name: wallet.name, own: true },
      to: {
        address: facts.recipient,
        name,
        // Whom it only looks like has that name.
        nameable: name === undefined && !recipient.hints.includes('look-alike'),
        words: recipient.hints.includes('first') ? transactionText.newAddress : undefined,
      },
      guarded,
      note: draft.note,
    })
  const almostAll =
    asset !== undefined &&
    isAlmostAll(assets, asset, textToUnits(shown.amount, assetDecimals(asset)) ?? 0n, (one) =>
      assetPrice(one, tokens),
    )
  const problem =
    submitted || submit.unanswered || !free
      ? undefined
      : amountError({
          amount: shown.amount,
          asset: free,
          nativeBalance: native && spendable(native).amount,
          fee: shown.maxFee,
        })

  return {
    wallet,
    facts,
    sheet,
    protection,
    almostAll,
    doubts: recipient,
    problem,
    submit,
    async send() {
      setSubmitted(shown)
      const transaction = await submit.run()
      if (!transaction && !submit.isUnknown()) setSubmitted(undefined)
      return transaction
    },
  }
}
