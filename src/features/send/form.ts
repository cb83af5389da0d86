import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import type { GasSpeed } from '#contract/blockchain.ts'
import { Note } from '#contract/line.ts'
import type { Wallet } from '#contract/wallet.ts'
import { ADDRESS_REQUIRED, AMOUNT_REQUIRED, ASSET_REQUIRED } from '#contract/walletrule.ts'
import { normalAddress } from '#domain/address.ts'
import { textToUnits } from '#domain/amount.ts'
import { AMOUNT_HINT, type AmountField, fieldAmount, fieldHint, leaveField } from '#domain/amountfield.ts'
import { assetDecimals, ownedAssets, spendable } from '#domain/asset.ts'
import { isBitcoin, nativeAsset } from '#domain/chain.ts'
import { AMOUNT_COINS } from '#domain/coinlimit.ts'
import { type AmountPair, EMPTY_PAIR, editCrypto, editUsd, fillCrypto } from '#domain/conversion.ts'
import { DEFAULT_SPEED } from '#domain/gas.ts'
import { nameOf } from '#domain/names.ts'
import type { PayDraft } from '#domain/paylink.ts'
import { assetPrice, byWorth, tokenIndex } from '#domain/portfolio.ts'
import { maxAmount } from '#domain/sendbody.ts'
import { amountError } from '#domain/sendrule.ts'
import { canSend } from '#domain/walletview.ts'
import { openPanel, type SendDraft } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { useProtection } from '#state/protection.ts'
import { useSendLists } from '#state/queries.ts'
import { tokensAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { saying } from '#text/catalogue.ts'
import { sendText } from '#text/send.ts'
import { type Transfer, useFees } from './fees.ts'
import { useLink } from './link.ts'
import { useRecipient } from './recipient.ts'

const shown = (text = ''): AmountField => ({ text, separator: false })

/** Only those of the wallets that may send; the first one stands in for one that may not. */
const useWallet = (startId: string) => {
  const wallets = useAtomValue(visibleWalletsAtom).filter(canSend)
  const [id, choose] = useState(() => (wallets.find((one) => one.id === startId) ?? wallets[0])?.id)
  return { wallets, wallet: wallets.find((one) => one.id === id), choose }
}

export const useIsGuarded = (wallet: Wallet | undefined): boolean => useProtection(wallet).rule.count > 0

const decimalsOf = (asset: Asset | undefined): number => (asset ? (assetDecimals(asset) ?? 18) : 18)

/** Everything that the send form knows. `draft` is what the confirmation step brought back. */
export const useSendForm = (startId: string, draft: Partial<SendDraft> = {}) => {
  const { wallets, wallet, choose } = useWallet(draft.walletId ?? startId)
  const index = tokenIndex(useAtomValue(tokensAtom))
  const [assetId, setAssetId] = useState(draft.assetId)
  const [address, setAddress] = useState(draft.recipient ?? '')
  const names = useAtomValue(namesAtom)
  /** The address was chosen by its name, which then stands in the field. */
  const [isChosen, setChosen] = useState(draft.chosen ?? false)
  const chosen = isChosen ? nameOf(names, address)?.name : undefined
  const [typed, setTyped] = useState<AmountPair>({ crypto: shown(draft.amount), usd: shown(draft.usd) })
  const [followsMax, setFollowsMax] = useState(draft.max ?? false)
  const [speed, setSpeed] = useState<GasSpeed>(draft.gas ?? DEFAULT_SPEED)
  const [note, setNote] = useState(draft.note ?? '')
  /** The address that was checked although it looks like another one; the confirmation brings back what was. */
  const [checkedFor, setCheckedFor] = useState(draft.fee === undefined ? undefined : draft.recipient)
  const [asked, setAsked] = useState(false)
  /** What stood in the form when Next was pressed; it goes on as soon as the quote of just that is there. */
  const [wanted, setWanted] = useState<{ inputs: string }>()

  const load = useSendLists(wallet?.id)
  const guarded = useIsGuarded(wallet)
  const held = useAtomValue(assetsAtom(wallet?.id ?? ''))
  const assets = ownedAssets(held).sort(byWorth(index))
  const asset = assets.find(({ id }) => id === assetId) ?? (assets.length === 1 ? assets[0] : undefined)
  const free = asset && spendable(asset)
  const decimals = decimalsOf(asset)
  const price = asset && assetPrice(asset, index)
  const rate = { price, decimals }
  const judge = useRecipient(address, asset, wallet)

  /** The quote of all is asked for the whole balance, so that it stays the same while the amount follows it. */
  const transfer = (): Transfer | undefined => {
    const { ready, error } = judge(undefined)
    const amount = followsMax && free ? maxAmount(free, 0n) : fieldAmount(typed.crypto)
    const units = amount === undefined ? undefined : textToUnits(amount, decimals)
    if (!wallet || !units || !ready || error) return undefined
    return { walletId: wallet.id, recipient: normalAddress(address), units: units.toString() }
  }
  const fees = useFees(asset, transfer(), guarded)
  const recipient = judge(fees.recipient)
  const fee = fees.most?.[speed].fee

  /** On Bitcoin nothing is known of the fee before the recipient is. */
  const isMaxOpen = followsMax && fee === undefined
  const carried = fees.carried?.[speed].fee
  const isCut = free !== undefined && carried !== undefined && carried < BigInt(free.amount)
  const within = isCut ? { ...free, amount: carried.toString() } : free
  const most = followsMax && within && fee !== undefined ? maxAmount(within, fee) : undefined
  const pair = most === undefined ? typed : fillCrypto(most, rate)
  const amount = fieldAmount(pair.crypto)
  const native = asset && nativeAsset(assets, asset.blockchain)
  const problem = (() => {
    if (isMaxOpen) return undefined
    if (pair.crypto.refusal || pair.usd.refusal) return AMOUNT_HINT
    if (!free) return amount ? undefined : AMOUNT_REQUIRED
    const nativeBalance = native && spendable(native).amount
    const wrong = (asset: Asset) => amountError({ amount, asset, nativeBalance, fee })
    return wrong(free) ?? (within && wrong(within) ? AMOUNT_COINS : undefined)
  })()
  /** Which look-alike was checked over another channel. */
  const { resembles } = recipient
  const lookProblem = resembles && checkedFor !== address ? sendText.lookAlike.unchecked : undefined
  const addressProblem = recipient.error ?? (address.trim() === '' ? ADDRESS_REQUIRED : undefined)

  const noted = Note.safeParse(note)
  const noteProblem = noted.error?.issues[0]?.message
  const inputs = JSON.stringify([wallet?.id, asset?.id, address, followsMax || amount, speed, note])
  const isWanted = wanted?.inputs === inputs
  const isWrong =
    !wallet ||
    !asset ||
    [problem, addressProblem, noteProblem, lookProblem].some((wrong) => wrong !== undefined)
  /** Why nothing is known of what this costs. */
  const unanswered = fees.refusal ?? (fees.unquoted ? sendText.quoteFailed : undefined)
  const isStuck = isWrong || unanswered !== undefined
  const quote = fees.quote?.[speed]
  const option = fees.options?.[speed]
  const isComplete = isWanted && !isStuck && recipient.ready && quote !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is handed on is what stood there when it was complete
  useEffect(() => {
    // Next may have been pressed once more meanwhile.
    if (isWanted && isStuck) setWanted((current) => (current === wanted ? undefined : current))
    if (!isComplete || !wallet || !asset || !amount || !option || !quote) return
    openPanel({
      id: 'transaction-details',
      draft: {
        walletId: wallet.id,
        assetId: asset.id,
        recipient: normalAddress(address),
        amount,
        usd: pair.usd.text,
        gas: speed,
        max: followsMax,
        ...(chosen !== undefined && { chosen: true }),
        ...(noted.data && { note: noted.data }),
        fee: option.fee.toString(),
        maxFee: quote.fee.toString(),
      },
    })
  }, [isComplete, isWanted && isStuck])

  const edit = (next: AmountPair) => {
    setFollowsMax(false)
    setTyped(next)
  }
  const typeAddress = (text: string) => {
    setAddress(text)
    setChosen(false)
  }
  const fill = ({ asset: meant, recipient: payee, amount: wished }: PayDraft) => {
    typeAddress(payee)
    if (!meant) return
    setAssetId(meant.id)
    if (wished !== undefined) {
      const filled = { price: assetPrice(meant, index), decimals: decimalsOf(meant) }
      edit(fillCrypto(wished, filled))
    } else if (meant.id !== asset?.id) edit(EMPTY_PAIR)
  }
  const link = useLink(address, held, fill)

  const refused = fieldHint(pair.crypto) ?? fieldHint(pair.usd)

  return {
    wallets,
    wallet,
    load,
    assets,
    tokens: index,
    asset,
    free,
    price,
    address,
    /** The name by which the address was chosen. */
    chosen,
    recipient,
    pair,
    note,
    speed,
    fees,
    fee,
    quote,
    nativeBalance: native && spendable(native).amount,
    hint: isMaxOpen && !fees.awaited ? sendText.maxOpen : refused && saying(refused),
    linkHint: link.hint && saying(link.hint),
    errors: {
      wallet: wallet ? undefined : sendText.walletGone,
      asset: asked && !asset && assets.length > 0 ? ASSET_REQUIRED : undefined,
      recipient: link.refusal ?? (asked ? addressProblem : undefined),
      amount: asked ? problem : undefined,
      note: asked ? noteProblem : undefined,
      lookAlike: asked ? lookProblem : undefined,
    },
    unanswered,
    /** Why a form without a mistake does not go on. */
    refusal: asked && !isWrong ? unanswered : undefined,
    waits: isWanted && !isComplete && !isStuck,
    isFilled: address !== '' || pair.crypto.text !== '' || pair.usd.text !== '' || note !== '',
    canGoOn: assets.length > 0 && (!asset || !fees.awaited),
    canTakeMax: asset !== undefined && (isBitcoin(asset.blockchain) || fee !== undefined),
    chooseWallet: (id: string) => {
      choose(id)
      setAssetId(undefined)
      edit(EMPTY_PAIR)
    },
    chooseAsset: (id: string) => {
      setAssetId(id)
      edit(EMPTY_PAIR)
    },
    typeAddress,
    chooseRecipient: (known: string) => {
      setAddress(known)
      setChosen(true)
    },
    typeNote: setNote,
    isChecked: checkedFor === address,
    check: (checked: boolean) => setCheckedFor(checked ? address : undefined),
    typeCrypto: (raw: string, replaced: boolean) => edit(editCrypto(pair, raw, rate, replaced)),
    typeUsd: (raw: string, replaced: boolean) => edit(editUsd(pair, raw, rate, replaced)),
    leave: () => setTyped(({ crypto, usd }) => ({ crypto: leaveField(crypto), usd: leaveField(usd) })),
    chooseSpeed: setSpeed,
    takeMax: () => {
      edit(EMPTY_PAIR)
      setFollowsMax(true)
    },
    next: () => {
      setAsked(true)
      setWanted({ inputs })
      if (unanswered) fees.again()
    },
  }
}
export type SendForm = ReturnType<typeof useSendForm>
