import { useAtomValue } from 'jotai'
import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { loggedAtom } from '#state/auth.ts'
import { sandboxText } from '#text/sandbox.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useDesktop } from '#ui/media.ts'
import { part } from '#ui/part.ts'
import { isFramed } from './framed.ts'

const Tools = part(() => import('#features/sandbox/Tools.tsx'), 'Tools')

/** Of a sign-in, from the first code on. */
const STEPS = /^\/(?:verify|two-factor)\b/
const ID = 'sandbox-tools'

/**
 * The sandbox at hand: beside the content where the window has room for it, else at the page's end, so that it lies over
 * nothing.
 */
export function Dock() {
  const [path] = useLocation()
  const phone = !useDesktop()
  const [open, setOpen] = useState(false)
  const logged = useAtomValue(loggedAtom)
  const toggle = useRef<HTMLButtonElement>(null)
  if (!logged && !STEPS.test(path)) return null
  // Above the navigation at the window's foot.
  const place = phone && isFramed(path) ? 'pb-20' : 'pb-4'
  return (
    <section
      aria-label={sandboxText.title}
      className={`px-4 print:hidden xl:fixed xl:bottom-4 xl:left-4 xl:z-header xl:p-0 ${place}`}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return
        setOpen(false)
        toggle.current?.focus()
      }}
    >
      {open && (
        <div
          id={ID}
          className="mx-auto mb-2 max-w-92 overflow-y-auto rounded-card border border-line bg-surface xl:max-h-[calc(100dvh-160px)] xl:w-80 xl:shadow-e2"
        >
          <h2 className="border-b border-line px-4 py-3 type-h3">{sandboxText.title}</h2>
          <Suspense fallback={null}>
            <Tools />
          </Suspense>
        </div>
      )}
      <div className="flex justify-center xl:justify-start">
        <IconButton
          ref={toggle}
          icon="key-round"
          label={sandboxText.title}
          aria-expanded={open}
          aria-controls={open ? ID : undefined}
          onClick={() => setOpen(!open)}
          className="border border-line bg-warn-soft text-warn!"
        />
      </div>
    </section>
  )
}
