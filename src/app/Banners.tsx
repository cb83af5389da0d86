import { useAtomValue } from 'jotai'
import { UpdateBanner } from '#features/auth/UpdateBanner.tsx'
import { connectionAtom } from '#state/online.ts'
import { appText } from '#text/app.ts'
import { Banner } from '#ui/Banner.tsx'

export function Banners() {
  const connection = useAtomValue(connectionAtom)
  return (
    <>
      {connection !== 'up' && (
        <Banner kind="offline" icon="cloud-off">
          {appText[connection]}
        </Banner>
      )}
      <UpdateBanner />
    </>
  )
}
