import type { HiddenToken } from '#state/hidden.ts'
import { assetText } from '#text/asset.ts'
import { Disclosure } from '#ui/Disclosure.tsx'
import { HiddenTokens } from './HiddenTokens.tsx'

/** What the list leaves out, since the total above counts it. */
export function HiddenFoot({ tokens }: { tokens: readonly HiddenToken[] }) {
  return (
    <Disclosure summary={assetText.hiddenCount(tokens.length)} className="mt-4">
      <p className="text-sm text-text-3">{assetText.hiddenLead}</p>
      <HiddenTokens tokens={tokens} />
    </Disclosure>
  )
}
