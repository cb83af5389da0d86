import { useAtomValue } from 'jotai'
import { reloadForUpdate, updateAtom } from '#state/browser.ts'
import { useOnline } from '#state/online.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

export function Banners() {
  const online = useOnline()
  const update = useAtomValue(updateAtom)
  return (
    <>
      {!online && (
        <Banner kind="offline" icon="cloud-off">
          You are offline. Showing saved data.
        </Banner>
      )}
      {update && (
        <Banner
          kind="update"
          icon="refresh-cw"
          action={
            <Button size={32} variant="primary" onClick={reloadForUpdate}>
              Reload
            </Button>
          }
        >
          A new version is available.
        </Banner>
      )}
    </>
  )
}
