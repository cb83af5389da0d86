import { DialogPanel, DialogTitle } from '@headlessui/react'
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import { inboxText } from '#text/inbox.ts'
import { kitText } from '#text/kit.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useDesktop } from '#ui/media.ts'
import { Overlay } from '#ui/Overlay.tsx'
import { InboxRows } from './InboxRows.tsx'

type Props = { open: boolean; onClose: () => void; anchor: RefObject<HTMLElement | null> }

/** Under the header, right edges aligned with what opened it. */
const placeUnder = (anchor: HTMLElement | null): CSSProperties => {
  const right = anchor?.getBoundingClientRect().right ?? innerWidth
  const top = anchor?.closest('header')?.getBoundingClientRect().bottom ?? 0
  return { right: Math.max(8, document.documentElement.clientWidth - right), top: Math.max(0, top) + 4 }
}

/** All that waits for the user: a list that opens and decides nothing. */
export function Inbox({ open, onClose, anchor }: Props) {
  const desktop = useDesktop()
  const [place, setPlace] = useState<CSSProperties>()
  useLayoutEffect(() => {
    if (open) setPlace(placeUnder(anchor.current))
  }, [open, anchor])
  return (
    <Overlay open={open} onClose={onClose} scrim={!desktop}>
      {(container) => (
        <DialogPanel
          ref={container}
          transition
          style={desktop ? place : undefined}
          className={
            desktop
              ? 'fixed flex max-h-[70dvh] w-110 max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-card bg-surface shadow-e3 transition-opacity duration-120 data-closed:opacity-0'
              : 'side-panel'
          }
        >
          <span aria-hidden className="grabber md:hidden" />
          <div className="flex min-h-16 shrink-0 items-center gap-3 px-5 md:min-h-14 md:border-b md:border-line">
            <DialogTitle tabIndex={-1} className="min-w-0 flex-1 type-h2 outline-none md:type-h3">
              {inboxText.title}
            </DialogTitle>
            {desktop ? (
              <span className="text-sm text-text-3">{inboxText.all}</span>
            ) : (
              <IconButton icon="x" label={kitText.close} onClick={onClose} className="-mr-2" />
            )}
          </div>
          <InboxRows onClose={onClose} />
        </DialogPanel>
      )}
    </Overlay>
  )
}
