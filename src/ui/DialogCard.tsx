import { DialogPanel, DialogTitle } from '@headlessui/react'
import { type ReactNode, useRef } from 'react'
import { kitText } from '#text/kit.ts'
import { IconButton } from './IconButton.tsx'
import { OutOfReach } from './OutOfReach.tsx'
import { Overlay } from './Overlay.tsx'

export type DialogProps = {
  open: boolean
  /** Escape, a press outside, and the close button. */
  onClose: () => void
  title?: ReactNode
  /** Accessible name where no title is shown. */
  label?: string
  closeButton?: boolean
  role?: 'dialog' | 'alertdialog'
  layer?: 'dialog' | 'error'
  className?: string
  children: ReactNode
}

/** 440 px in the centre; on a phone a card docked above the bottom edge. */
export function DialogCard(props: DialogProps & { over?: ReactNode }) {
  const { open, onClose, label, role, layer, className = '', over } = props
  const { title, closeButton, children } = useLastOpen(props)
  return (
    <Overlay open={open} onClose={onClose} role={role} label={title ? undefined : label} layer={layer}>
      {(container) => (
        <>
          <div className="fixed inset-0 overflow-y-auto scroll-pb-24">
            <div className="dialog-frame">
              <DialogPanel ref={container} transition className={`dialog-panel ${className}`}>
                {(title || closeButton) && (
                  <div className="mb-2 flex items-start gap-3">
                    {title && (
                      <DialogTitle className="min-w-0 flex-1 type-h2 break-words">{title}</DialogTitle>
                    )}
                    {closeButton && (
                      <IconButton
                        icon="x"
                        label={kitText.close}
                        onClick={onClose}
                        className="-mr-2 -mt-6px ml-auto"
                      />
                    )}
                  </div>
                )}
                <OutOfReach className="mb-4" />
                {children}
              </DialogPanel>
            </div>
          </div>
          {over}
        </>
      )}
    </Overlay>
  )
}

/** What was open stays drawn while it leaves, although its data may be gone already. */
export function useLastOpen<T extends { open: boolean }>(props: T): T {
  const last = useRef(props)
  if (props.open) last.current = props
  return props.open ? props : last.current
}
