import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import type { Wallet } from '#contract/wallet.ts'
import { lookAlike } from '#domain/address.ts'
import type { Doubts } from '#domain/facts.ts'
import { type Named, nameOf } from '#domain/names.ts'
import { recipientError } from '#domain/sendrule.ts'
import { type Acquaintance, recipientHints, UNJUDGED } from '#domain/sendwarning.ts'
import { useAcquaintance } from '#state/acquaintance.ts'
import { namesAtom } from '#state/names.ts'

interface Verdict {
  error: string | undefined
  wrongChecksum: boolean
}

interface Recipient extends Doubts {
  error: string | undefined
  /** Of whom one knows by name: whose address looks like this one. */
  resembles?: Named | undefined
  /** The rules have been asked, whose codec may have to load first. */
  ready: boolean
}

const judge = async (text: string, asset: Asset): Promise<Verdict> => {
  const error = await recipientError(text, asset.blockchain)
  if (error) return { error, wrongChecksum: false }
  const { hasWrongChecksum } = await import('#domain/checksum.ts')
  return { error, wrongChecksum: hasWrongChecksum(text.trim()) }
}

const useVerdict = (text: string, asset: Asset | undefined): Verdict | undefined => {
  const [known, setKnown] = useState<{ text: string; asset: Asset; verdict: Verdict }>()
  useEffect(() => {
    if (!asset) return
    let current = true
    void judge(text, asset).then((verdict) => {
      if (current) setKnown({ text, asset, verdict })
    })
    return () => {
      current = false
    }
  }, [text, asset])
  const fits = known?.text === text && known.asset.blockchain === asset?.blockchain
  return fits ? known.verdict : undefined
}

/** What is to be said about the recipient that stands in the field. `server`: what it knows, once it was asked. */
export const useRecipient = (
  text: string,
  asset: Asset | undefined,
  wallet: Wallet | undefined,
): ((server: Acquaintance | undefined) => Recipient) => {
  const verdict = useVerdict(text, asset)
  const stored = useAcquaintance(text, wallet?.id ?? '')
  const names = useAtomValue(namesAtom)
  const named = nameOf(names, text)
  const similar = useMemo(() => lookAlike(text, [...names.keys()]), [text, names])
  return (server) => {
    if (!verdict || verdict.error || !asset) {
      return { error: verdict?.error, ready: verdict !== undefined, hints: [], lookalikeOf: undefined }
    }
    const judged = server ?? stored ?? UNJUDGED
    const met = named
      ? { known: true, lookalikeOf: undefined }
      : { ...judged, lookalikeOf: judged.lookalikeOf ?? similar }
    const hints = recipientHints({
      ...met,
      recipient: text,
      contract: asset.address,
      own: wallet?.accounts.map(({ address }) => address) ?? [],
      wrongChecksum: verdict.wrongChecksum,
    })
    const alike = hints.includes('look-alike') ? met.lookalikeOf : undefined
    return { error: undefined, ready: true, hints, lookalikeOf: alike, resembles: nameOf(names, alike) }
  }
}
