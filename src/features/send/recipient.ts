import { useEffect, useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import type { Account } from '#contract/wallet.ts'
import { recipientError } from '#domain/sendrule.ts'
import { recipientWarnings } from '#domain/sendwarning.ts'

interface Verdict {
  error: string | undefined
  warnings: readonly string[]
}

const PENDING: Verdict = { error: undefined, warnings: [] }

/** Asks the rules of the asset's chain, whose codec may have to load first. */
export const judgeRecipient = async (
  text: string,
  asset: Asset,
  accounts: readonly Account[],
): Promise<Verdict> => {
  const error = await recipientError(text, asset.blockchain)
  return { error, warnings: error ? [] : await recipientWarnings(text, asset, accounts) }
}

/** The verdict about what stands in the field; undefined while it is not known. */
export const useRecipient = (text: string, asset: Asset | undefined, accounts: readonly Account[]) => {
  const [known, setKnown] = useState<{ text: string; assetId: string; verdict: Verdict }>()
  useEffect(() => {
    if (!asset) return
    let current = true
    void judgeRecipient(text, asset, accounts).then((verdict) => {
      if (current) setKnown({ text, assetId: asset.id, verdict })
    })
    return () => {
      current = false
    }
  }, [text, asset, accounts])
  const fits = known && known.text === text && known.assetId === asset?.id
  return fits ? { ...known.verdict, ready: true } : { ...PENDING, ready: false }
}
