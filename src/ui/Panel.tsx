import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Headless } from '@headlessui/react'
import type { ReactNode, SubmitEvent } from 'react'
import { useLastOpen } from './Dialog.tsx'
import { useFirstFocus } from './focus.ts'
import { IconButton } from './IconButton.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  footer?: ReactNode
  /** With it, body and footer are one form. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** 480 px from the right; on a phone a sheet from below. */
export function Panel(props: Props) {
  const { open, onClose } = props
  const { title, footer, onSubmit, children } = useLastOpen(props)
  const { first, container } = useFirstFocus()
  const inside = (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 pt-1 md:px-7">{children}</div>
      {footer && <div className="panel-foot border-t border-line px-5 pt-3 md:px-7 md:pt-4">{footer}</div>}
    </>
  )
  return (
    <Headless
      open={open}
      onClose={onClose}
      initialFocus={first}
      transition
      className="fixed inset-0 z-dialog"
    >
      <DialogBackdrop transition className="scrim" />
      <DialogPanel ref={container} transition className="side-panel">
        <span aria-hidden className="grabber md:hidden" />
        <div className="flex h-16 shrink-0 items-center gap-3 px-5 md:h-18 md:px-7">
          <DialogTitle className="min-w-0 flex-1 truncate type-h2">{title}</DialogTitle>
          <IconButton icon="x" label="Close" onClick={onClose} className="-mr-2" />
        </div>
        {onSubmit ? (
          <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
            {inside}
          </form>
        ) : (
          inside
        )}
      </DialogPanel>
    </Headless>
  )
}
