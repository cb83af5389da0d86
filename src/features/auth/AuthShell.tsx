import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { updateAtom } from '#state/browser.ts'
import { connectionAtom } from '#state/online.ts'
import { askForSandbox, sandboxAtom } from '#state/sandbox.ts'
import { signInText } from '#text/signin.ts'
import { Banner } from '#ui/Banner.tsx'
import { Logo } from '#ui/Logo.tsx'
import { part } from '#ui/part.ts'
import { SealArt } from '#ui/Seal.tsx'
import { SandboxRibbon } from './SandboxRibbon.tsx'

const UpdateBanner = part(() => import('./UpdateBanner.tsx'), 'UpdateBanner')

type Props = { title: string; lead?: ReactNode; art?: ReactNode; children: ReactNode }

/** The page around every sign-in screen: brand and form at the left, from `lg` on the seal at the right. */
export function AuthShell({ title, lead, art, children }: Props) {
  const connection = useAtomValue(connectionAtom)
  const update = useAtomValue(updateAtom)
  const sandbox = useAtomValue(sandboxAtom)
  useEffect(() => void askForSandbox(), [])
  const heading = useHeadingFocus()
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      {connection !== 'up' && (
        <Banner kind="offline" icon="cloud-off">
          {signInText[connection]}
        </Banner>
      )}
      {update && (
        <Suspense fallback={null}>
          <UpdateBanner />
        </Suspense>
      )}
      <div className="flex flex-1">
        <div className="grid min-w-0 flex-1 grid-rows-[auto_1fr_minmax(24px,72px)]">
          <header className="flex flex-wrap items-center justify-between gap-4 px-5 pt-5 lg:px-10 lg:pt-7">
            <Logo />
            <SandboxRibbon link={sandbox} />
          </header>
          <main className="mx-auto flex w-full max-w-114 flex-col justify-start px-5 pt-11 lg:justify-center lg:pt-7">
            {art}
            <h1 ref={heading} tabIndex={-1} className="type-h1 text-text outline-none">
              {title}
            </h1>
            {lead && <p className="mt-6px text-body text-text-2">{lead}</p>}
            {children}
          </main>
        </div>
        <SealArt className="sticky! top-0 hidden h-[calc(100dvh-var(--banners))] w-[40.625%] shrink-0 lg:block">
          {signInText.promise}
        </SealArt>
      </div>
    </div>
  )
}

/** A screen without a field starts at its title, so that it is read out. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const active = document.activeElement
    if (!active || active === document.body) heading.current?.focus()
  }, [])
  return heading
}
