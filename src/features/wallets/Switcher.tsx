import { DialogTitle } from '@headlessui/react'
import type { CSSProperties, RefObject } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { kitText } from '#text/kit.ts'
import { walletsText } from '#text/wallets.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Popover } from '#ui/Popover.tsx'
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
  const title = walletsText.title
  return (
    <Popover
      open={open}
      onClose={onClose}
      anchor={anchor}
      placeUnder={placeUnder}
      className="w-100"
      sheetClassName="top-auto! max-h-[calc(100dvh-44px)]"
    >
      {(desktop) => (
        <>
          {desktop ? (
            <DialogTitle className="sr-only">{title}</DialogTitle>
          ) : (
            <div className="flex min-h-16 shrink-0 items-center gap-3 px-5">
              <DialogTitle className="min-w-0 flex-1 type-h2">{title}</DialogTitle>
              <IconButton icon="x" label={kitText.close} onClick={onClose} className="-mr-2" />
            </div>
          )}
          <SwitcherMenu wallet={wallet} labelledBy={labelledBy} onClose={onClose} />
        </>
      )}
    </Popover>
  )
}
