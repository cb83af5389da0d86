import { DialogPanel } from '@headlessui/react'
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { useDesktop } from './media.ts'
import { Overlay } from './Overlay.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** What opens it. */
  anchor: RefObject<HTMLElement | null>
  /** Where it stands beside that. */
  placeUnder: (anchor: HTMLElement | null) => CSSProperties
  /** Its size. */
  className: string
  /** Its size as the sheet that it is on a phone. */
  sheetClassName?: string
  children: (desktop: boolean) => ReactNode
}

/** A dialog that hangs below what opened it, and leaves the page as bright as it is; on a phone a sheet. */
export function Popover({
  open,
  onClose,
  anchor,
  placeUnder,
  className,
  sheetClassName = '',
  children,
}: Props) {
  const desktop = useDesktop()
  const [place, setPlace] = useState<CSSProperties>()
  useLayoutEffect(() => {
    if (open) setPlace(placeUnder(anchor.current))
  }, [open, anchor, placeUnder])
  return (
    <Overlay open={open} onClose={onClose} scrim={!desktop}>
      {(container) => (
        <DialogPanel
          ref={container}
          transition
          style={desktop ? place : undefined}
          className={
            desktop
              ? `fixed flex max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-card bg-surface shadow-e3 transition-opacity duration-120 data-closed:opacity-0 ${className}`
              : `side-panel ${sheetClassName}`
          }
        >
          <span aria-hidden className="grabber md:hidden" />
          {children(desktop)}
        </DialogPanel>
      )}
    </Overlay>
  )
}
