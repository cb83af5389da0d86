import { useAtomValue } from 'jotai'
import { reloadForUpdate, updateAtom } from '#state/browser.ts'
import { connectionAtom } from '#state/online.ts'
import { appText } from '#text/app.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

export function Banners() {
  const connection = useAtomValue(connectionAtom)
  const update = useAtomValue(updateAtom)
  return (
    <>
      {connection !== 'up' && (
        <Banner kind="offline" icon="cloud-off">
          {appText[connection]}
        </Banner>
      )}
      {update && (
        <Banner
          kind="update"
          icon="refresh-cw"
          action={
            <Button size={32} variant="primary" onClick={reloadForUpdate}>
              {appText.reload}
            </Button>
          }
        >
          {appText.newVersion}
        </Banner>
      )}
    </>
  )
}
