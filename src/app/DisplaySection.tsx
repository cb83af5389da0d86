import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Display } from '#features/settings/Display.tsx'
import { hiddenTokensAtom } from '#state/hidden.ts'
import { assetText } from '#text/asset.ts'
import { lazily } from './lazily.ts'

const HiddenTokens = lazily(() => import('#features/assets/HiddenTokens.tsx'), 'HiddenTokens')

/** With the tokens that were hidden here, from whichever wallet. */
export function DisplaySection() {
  const hidden = useAtomValue(hiddenTokensAtom)
  return (
    <Display>
      <section aria-label={assetText.hidden} className="border-t border-line px-15px py-11px md:px-23px">
        <h3 className="text-ui font-550">{assetText.hidden}</h3>
        <p className="text-sm text-text-3">
          {hidden.length > 0 ? assetText.hiddenLead : assetText.noneHidden}
        </p>
        {hidden.length > 0 && (
          <Suspense fallback={null}>
            <HiddenTokens tokens={hidden} />
          </Suspense>
        )}
      </section>
    </Display>
  )
}
