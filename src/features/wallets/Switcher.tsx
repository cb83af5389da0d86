import { DialogPanel, DialogTitle } from '@headlessui/react'
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { kitText } from '#text/kit.ts'
import { walletsText } from '#text/wallets.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useDesktop } from '#ui/media.ts'
import { Overlay } from '#ui/Overlay.tsx'
import { SwitcherMenu } from './SwitcherMenu.tsx'

type Props = {
  open: boolean
  onClose: () => void
  anchor: RefObject<HTMLElement | null>
  /** Id of the button that opens it. */
  labelledBy: string
  wallet: Wallet
}

const WIDTH = 400
const EDGE = 8
/** What it has at least, wherever its button stands. */
const ROOM = 320

/** Below the name that opened it, left edges of the words aligned. */
const placeUnder = (anchor: HTMLElement | null): CSSProperties => {
  const at = anchor?.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const left = Math.max(EDGE, Math.min((at?.left ?? 0) + 10, width - WIDTH - EDGE))
  const top = Math.max(EDGE, Math.min((at?.bottom ?? 0) - 4, innerHeight - ROOM))
  return { left, top, maxHeight: innerHeight - top - EDGE }
}

/** All wallets, each with what it is worth and who protects it. */
export function Switcher({ open, onClose, anchor, labelledBy, wallet }: Props) {
  const desktop = useDesktop()
  const [place, setPlace] = useState<CSSProperties>()
  useLayoutEffect(() => {
    if (open) setPlace(placeUnder(anchor.current))
  }, [open, anchor])
  const title = walletsText.title
  return (
    <Overlay open={open} onClose={onClose} scrim={!desktop}>
      {(container) => (
        <DialogPanel
          ref={container}
          transition
          style={desktop ? place : undefined}
          className={
            desktop
              ? 'fixed flex w-100 max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-card bg-surface shadow-e3 transition-opacity duration-120 data-closed:opacity-0'
              : 'side-panel top-auto! max-h-[calc(100dvh-44px)]'
          }
        >
          <span aria-hidden className="grabber md:hidden" />
          {desktop ? (
            <DialogTitle className="sr-only">{title}</DialogTitle>
          ) : (
            <div className="flex min-h-16 shrink-0 items-center gap-3 px-5">
              <DialogTitle className="min-w-0 flex-1 type-h2">{title}</DialogTitle>
              <IconButton icon="x" label={kitText.close} onClick={onClose} className="-mr-2" />
            </div>
          )}
          <SwitcherMenu wallet={wallet} labelledBy={labelledBy} onClose={onClose} />
        </DialogPanel>
      )}
    </Overlay>
  )
}
