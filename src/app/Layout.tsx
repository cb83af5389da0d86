import 'virtual:uno:home.css'
import '#ui/adapt.css'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { SandboxRibbon } from '#features/auth/SandboxRibbon.tsx'
import { askedAtom, takeWanted } from '#state/asked.ts'
import { configAtom } from '#state/config.ts'
import { useBaseLists } from '#state/queries.ts'
import { useDesktop, useMediaQuery } from '#ui/media.ts'
import { needed } from '#ui/part.ts'
import { SkeletonRows } from '#ui/SkeletonRows.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import { Banners } from './Banners.tsx'
import { BottomNav } from './BottomNav.tsx'
import { isFramed } from './framed.ts'
import { Header } from './Header.tsx'
import { PhoneHeader } from './PhoneHeader.tsx'

/** The frame of every signed-in screen. */
export function Layout({ children }: { children: ReactNode }) {
  useBaseLists()
  const config = useAtomValue(configAtom)
  const desktop = useDesktop()
  const wide = useMediaQuery('(min-width: 64rem)')
  return (
    <>
      <SkipLink />
      {desktop ? <Header wide={wide} /> : <PhoneHeader />}
      <Banners />
      <Asked />
      <main
        id="main"
        tabIndex={-1}
        className="page pb-[calc(4.5rem+32px)] pt-6 outline-none md:pb-16 md:pt-8"
      >
        {!wide && (
          <div className="mb-4 flex justify-center empty:hidden md:justify-end">
            <SandboxRibbon link={config?.sandbox} />
          </div>
        )}
        <Suspense fallback={<SkeletonRows />}>{children}</Suspense>
      </main>
      {!desktop && <BottomNav />}
    </>
  )
}

/** Opens what the page was started for, or wanted before the sign-in, now that there is a screen to open it on. */
function Asked() {
  const [asked, setAsked] = useAtom(askedAtom)
  useLayoutEffect(() => {
    const link = takeWanted()
    if (link && isFramed(link)) setAsked(link)
  }, [setAsked])
  useEffect(() => {
    if (!asked) return
    setAsked(null)
    void needed(() => import('./links.ts')).then(({ followLink }) => followLink(asked))
  }, [asked, setAsked])
  return null
}
