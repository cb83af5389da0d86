import { useAtomValue } from 'jotai'
import { reloadForUpdate, updateAtom } from '#state/browser.ts'
import { boundaryText } from '#text/boundary.ts'
import { updateText } from '#text/update.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

/** Offers the version that waits. */
export function UpdateBanner() {
  if (!useAtomValue(updateAtom)) return null
  return (
    <Banner
      kind="update"
      icon="refresh-cw"
      action={
        <Button size={32} variant="primary" onClick={reloadForUpdate}>
          {boundaryText.reload}
        </Button>
      }
    >
      {updateText.newVersion}
    </Banner>
  )
}
