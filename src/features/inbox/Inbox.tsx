import { DialogTitle } from '@headlessui/react'
import type { CSSProperties, RefObject } from 'react'
import { inboxText } from '#text/inbox.ts'
import { kitText } from '#text/kit.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Popover } from '#ui/Popover.tsx'
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
  return (
    <Popover
      open={open}
      onClose={onClose}
      anchor={anchor}
      placeUnder={placeUnder}
      className="max-h-[70dvh] w-110"
    >
      {(desktop) => (
        <>
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
        </>
      )}
    </Popover>
  )
}
