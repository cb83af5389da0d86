import { useEffect, useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { fillFromLink, isPayLink, PAY_CHECK, type PayDraft, payChoose } from '#domain/paylink.ts'

interface Link {
  /** Why the link in the field fills nothing in. */
  refusal: string | undefined
  /** What the address in the field comes from. */
  hint: string | undefined
}

/** A payment link in the address field gives way to what it asks for. */
export const useLink = (text: string, assets: readonly Asset[], fill: (draft: PayDraft) => void): Link => {
  const [said, setSaid] = useState<Link & { text: string }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done with a link does not make it another one
  useEffect(() => {
    if (!isPayLink(text)) return
    let current = true
    void fillFromLink(text.trim(), assets).then((draft) => {
      if (!current) return
      if ('refusal' in draft) return setSaid({ text, refusal: draft.refusal, hint: undefined })
      const hint = draft.asset ? PAY_CHECK : payChoose(draft.amount)
      setSaid({ text: draft.recipient, refusal: undefined, hint })
      fill(draft)
    })
    return () => {
      current = false
    }
  }, [text, assets])
  return said?.text === text ? said : { refusal: undefined, hint: undefined }
}
