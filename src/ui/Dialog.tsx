import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Headless } from '@headlessui/react'
import { type ReactNode, useRef } from 'react'
import { useFirstFocus } from './focus.ts'
import { IconButton } from './IconButton.tsx'

const layers = { dialog: 'z-dialog', error: 'z-error' }

type Props = {
  open: boolean
  /** Escape, a press outside, and the close button. */
  onClose: () => void
  title?: ReactNode
  /** Accessible name where no title is shown. */
  label?: string
  closeButton?: boolean
  role?: 'dialog' | 'alertdialog'
  layer?: keyof typeof layers
  className?: string
  children: ReactNode
}

/** 440 px in the centre; on a phone a card docked above the bottom edge. */
export function Dialog(props: Props) {
  const { open, onClose, label, role, layer = 'dialog', className = '' } = props
  const { title, closeButton, children } = useLastOpen(props)
  const { first, container } = useFirstFocus()
  return (
    <Headless
      open={open}
      onClose={onClose}
      initialFocus={first}
      transition
      role={role}
      aria-label={title ? undefined : label}
      className={`fixed inset-0 ${layers[layer]}`}
    >
      <DialogBackdrop transition className="scrim" />
      <div className="fixed inset-0 overflow-y-auto scroll-pb-24">
        <div className="flex min-h-full items-end justify-center p-8px md:items-center md:p-8">
          <DialogPanel ref={container} transition className={`dialog-panel ${className}`}>
            {(title || closeButton) && (
              <div className="mb-2 flex items-start gap-3">
                {title && <DialogTitle className="min-w-0 flex-1 type-h2 break-words">{title}</DialogTitle>}
                {closeButton && (
                  <IconButton icon="x" label="Close" onClick={onClose} className="-mr-2 -mt-6px ml-auto" />
                )}
              </div>
            )}
            {children}
          </DialogPanel>
        </div>
      </div>
    </Headless>
  )
}

/** What was open stays drawn while it leaves, although its data may be gone already. */
export function useLastOpen<T extends { open: boolean }>(props: T): T {
  const last = useRef(props)
  if (props.open) last.current = props
  return props.open ? props : last.current
}
