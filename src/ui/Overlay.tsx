import './overlay.css'
import { DialogBackdrop, Dialog as Headless, Transition } from '@headlessui/react'
import {
  createContext,
  type ReactNode,
  type RefCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useFirstFocus } from './focus.ts'
import { useLayer } from './layers.ts'

const layers = { dialog: 'z-dialog', error: 'z-error' }

/** False for a step that takes the place of another one at once. */
export const EntersContext = createContext(true)

type Props = {
  open: boolean
  /** Escape and a press outside. */
  onClose: () => void
  /** The browser's Back leads to the step before instead of closing. */
  onBack?: () => void
  label?: string
  role?: 'dialog' | 'alertdialog'
  layer?: keyof typeof layers
  children: (container: RefCallback<HTMLElement>) => ReactNode
}

/** In which what was closed has left, in milliseconds: five times what its style takes. */
const LEAVES_MS = 1000

/**
 * Whether what was closed has to be gone. Headless UI (2.2) forgets a close in the middle of the entry while the browser
 * is busy: it waits for transitions that the close itself cancelled, and shows the dialog for ever.
 */
function useGone(open: boolean): boolean {
  const [gone, setGone] = useState(false)
  const opened = useRef(false)
  useEffect(() => {
    if (open) {
      opened.current = true
      return setGone(false)
    }
    if (!opened.current) return
    const timer = setTimeout(() => setGone(true), LEAVES_MS)
    return () => clearTimeout(timer)
  }, [open])
  return gone && !open
}

/** What dialogs and panels have in common: the scrim, the focus, both transitions and the browser's Back. */
export function Overlay({ open, onClose, onBack, label, role, layer = 'dialog', children }: Props) {
  const { first, container } = useFirstFocus()
  const enters = useContext(EntersContext)
  useLayer(open, onBack ?? onClose, onBack ? 2 : 1, layer === 'error' ? 1 : 0)
  if (useGone(open)) return null
  return (
    <Transition show={open} appear={enters}>
      <Headless
        onClose={onClose}
        initialFocus={first}
        role={role}
        aria-label={label}
        className={`fixed inset-0 ${layers[layer]}`}
      >
        <DialogBackdrop transition className="scrim" />
        <EntersContext value={true}>{children(container)}</EntersContext>
      </Headless>
    </Transition>
  )
}
