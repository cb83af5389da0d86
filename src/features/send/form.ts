import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { GasSpeed } from '#contract/blockchain.ts'
import type { Account } from '#contract/wallet.ts'
import { normalAddress } from '#domain/address.ts'
import { textToUnits } from '#domain/amount.ts'
import { type AmountField, fieldAmount, fieldHint, leaveField } from '#domain/amountfield.ts'
import { assetDecimals, ownedAssets } from '#domain/asset.ts'
import { nativeAsset } from '#domain/chain.ts'
import { type AmountPair, editCrypto, editUsd } from '#domain/conversion.ts'
import { DEFAULT_SPEED } from '#domain/gas.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import { maxAmount } from '#domain/sendbody.ts'
import { ASSET_REQUIRED, amountError } from '#domain/sendrule.ts'
import { activeWallets } from '#domain/walletview.ts'
import { openPanel, type SendDraft } from '#state/modals.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { tokensAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { type Transfer, useFees } from './fees.ts'
import { judgeRecipient, useRecipient } from './recipient.ts'

const NO_ACCOUNTS: readonly Account[] = []
const typed = (text = ''): AmountField => ({ text, separator: false })

/** Everything that the send form knows. `draft` is what the confirmation step brought back. */
export const useSendForm = (startId: string, draft: Partial<SendDraft> = {}) => {
  const wallets = activeWallets(useAtomValue(visibleWalletsAtom))
  const tokens = useAtomValue(tokensAtom)
  const [walletId, setWalletId] = useState(draft.walletId ?? startId)
  const [assetId, setAssetId] = useState(draft.assetId)
  const [recipient, setRecipient] = useState(draft.recipient ?? '')
  const [pair, setPair] = useState<AmountPair>({ crypto: typed(draft.amount), usd: typed(draft.usd) })
  const [speed, setSpeed] = useState<GasSpeed>(draft.gas ?? DEFAULT_SPEED)
  const [asked, setAsked] = useState(false)
  const [followsMax, setFollowsMax] = useState(false)

  const wallet = wallets.find(({ id }) => id === walletId) ?? wallets[0]
  const accounts = wallet?.accounts ?? NO_ACCOUNTS
  const allAssets = useAtomValue(assetsAtom(wallet?.id ?? ''))
  const assets = ownedAssets(allAssets)
  const asset = assets.find(({ id }) => id === assetId) ?? (assets.length === 1 ? assets[0] : undefined)
  const decimals = asset ? (assetDecimals(asset) ?? 18) : 18
  const price = asset && assetPrice(asset, tokenIndex(tokens))
  const verdict = useRecipient(recipient, asset, accounts)

  const spend = (amount: string | undefined): Transfer | undefined => {
    const units = amount === undefined ? undefined : textToUnits(amount, decimals)
    if (!wallet || !units || !verdict.ready || verdict.error) return undefined
    return { walletId: wallet.id, recipient: normalAddress(recipient), units: units.toString() }
  }
  const fees = useFees(asset, spend(fieldAmount(pair.crypto)))
  const fee = (fees.quote ?? fees.options)?.[speed].fee

  /** While the owner wants to send all, the amount follows the fee. */
  const most = asset && fee !== undefined ? maxAmount(asset, fee) : undefined
  if (followsMax && most !== undefined && most !== pair.crypto.text) {
    setPair(editCrypto({ crypto: typed(), usd: typed() }, most, { price, decimals }))
  }
  const amount = fieldAmount(pair.crypto)
  const amountProblem = asset
    ? amountError({
        amount,
        asset,
        nativeBalance: nativeAsset(assets, asset.blockchain)?.amount,
        fee,
      })
    : undefined
  const edit = (next: AmountPair) => {
    setFollowsMax(false)
    setPair(next)
  }
  const clearAmount = () => edit({ crypto: typed(), usd: typed() })

  const next = async () => {
    setAsked(true)
    if (!wallet || !asset || !amount || amountProblem) return
    const { error } = await judgeRecipient(recipient, asset, accounts)
    const option = fees.options?.[speed]
    if (error || !option) return
    openPanel({
      id: 'transaction-details',
      draft: {
        walletId: wallet.id,
        assetId: asset.id,
        recipient: normalAddress(recipient),
        amount,
        usd: pair.usd.text,
        gas: speed,
        fee: option.totalCrypto,
        feeUsd: option.totalUsd ?? '',
      },
    })
  }

  return {
    wallets,
    wallet,
    assets,
    asset,
    price,
    recipient,
    pair,
    speed,
    fees,
    fee,
    warnings: verdict.warnings,
    hint: fieldHint(pair.crypto) ?? fieldHint(pair.usd),
    errors: {
      asset: asked && !asset && assets.length > 0 ? ASSET_REQUIRED : undefined,
      recipient: asked ? verdict.error : undefined,
      amount: asked ? amountProblem : undefined,
    },
    canGoOn:
      assets.length > 0 &&
      (!asset || fees.options !== undefined) &&
      !pair.crypto.refusal &&
      !pair.usd.refusal,
    chooseWallet: (id: string) => {
      setWalletId(id)
      setAssetId(undefined)
      clearAmount()
    },
    chooseAsset: (id: string) => {
      setAssetId(id)
      clearAmount()
    },
    typeRecipient: setRecipient,
    typeCrypto: (raw: string) => edit(editCrypto(pair, raw, { price, decimals })),
    typeUsd: (raw: string) => edit(editUsd(pair, raw, { price, decimals })),
    leave: () => setPair({ crypto: leaveField(pair.crypto), usd: leaveField(pair.usd) }),
    chooseSpeed: setSpeed,
    takeMax: () => setFollowsMax(true),
    next,
  }
}
export type SendForm = ReturnType<typeof useSendForm>
