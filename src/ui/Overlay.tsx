import './overlay.css'
import { DialogBackdrop, Dialog as Headless, Transition } from '@headlessui/react'
import { createContext, type ReactNode, type RefCallback, useContext } from 'react'
import { useFirstFocus } from './focus.ts'
import { useGone } from './gone.ts'
import { useLayer } from './layers.ts'

const layers = { dialog: 'z-dialog', error: 'z-error' }

/** False for a step that takes the place of another one at once. */
export const EntersContext = createContext(true)

const nobody = () => undefined

/** Told when what was closed has left. */
export const LeftContext = createContext<() => void>(nobody)

type Props = {
  open: boolean
  /** Escape and a press outside. */
  onClose: () => void
  /** The browser's Back leads to the step before instead of closing. */
  onBack?: () => void
  label?: string
  role?: 'dialog' | 'alertdialog'
  layer?: keyof typeof layers
  /** False where the page below stays as bright as it is. */
  scrim?: boolean
  children: (container: RefCallback<HTMLElement>) => ReactNode
}

/** What dialogs and panels have in common: the scrim, the focus, both transitions and the browser's Back. */
export function Overlay({
  open,
  onClose,
  onBack,
  label,
  role,
  layer = 'dialog',
  scrim = true,
  children,
}: Props) {
  const { first, container } = useFirstFocus()
  const enters = useContext(EntersContext)
  const onLeft = useContext(LeftContext)
  useLayer(open, onBack ?? onClose, onBack ? 2 : 1, layer === 'error' ? 1 : 0)
  if (useGone(open)) return null
  return (
    <Transition show={open} appear={enters} afterLeave={onLeft}>
      <Headless
        onClose={onClose}
        initialFocus={first}
        role={role}
        aria-label={label}
        className={`fixed inset-0 ${layers[layer]}`}
      >
        {scrim && <DialogBackdrop transition className="scrim" />}
        <EntersContext value={true}>
          <LeftContext value={nobody}>{children(container)}</LeftContext>
        </EntersContext>
      </Headless>
    </Transition>
  )
}
