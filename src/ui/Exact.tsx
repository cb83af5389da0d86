import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

/** Room that the whole value may take, and its distance from the edges of the window. */
const WIDTH = 320
const EDGE = 12

type Props = {
  /** The whole value as text, for those who hover. */
  title: string
  /** The whole value as it is shown on focus and on a press. */
  whole: ReactNode
  /** Nothing is hidden: it may still be pressed, but does not ask for it. */
  plain?: boolean
  className?: string
  children: ReactNode
}

/** Something shortened that shows all of itself: on hover, on focus, and, where nothing hovers, on a press. */
export function Exact({ title, whole, plain = false, className = '', children }: Props) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  const hide = () => bubble.current?.hidePopover?.()
  const showOnKeys = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) bubble.current?.showPopover?.()
  }
  // The key closes this alone, not the dialog around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open || !bubble.current?.matches(':popover-open')) return
    event.stopPropagation()
    hide()
  }
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    if (!at || !bubble.current) return
    const left = Math.max(EDGE, Math.min(at.left, window.innerWidth - WIDTH - EDGE))
    const below = at.bottom < window.innerHeight * 0.7
    Object.assign(bubble.current.style, {
      left: `${left}px`,
      top: below ? `${at.bottom + 6}px` : 'auto',
      bottom: below ? 'auto' : `${window.innerHeight - at.top + 6}px`,
    })
    // What scrolled until now tells of it in the next frame; only what scrolls from then on takes the value along.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => addEventListener('scroll', hide, { capture: true, once: true })),
    )
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        title={title}
        popoverTarget={id}
        aria-expanded={open}
        onFocus={showOnKeys}
        onBlur={hide}
        onKeyDown={onKeyDown}
        className={`max-w-full rounded-1 text-inherit [text-align:inherit] cursor-help hit-44 ${plain ? '' : 'underline decoration-dotted decoration-control underline-offset-4'} ${className}`}
      >
        {children}
      </button>
      <span
        ref={bubble}
        id={id}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && place()}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed inset-auto m-0 max-w-[min(20rem,calc(100vw-1.5rem))] rounded-input border border-line bg-surface p-3 text-left text-ui font-500 text-text no-underline whitespace-normal shadow-e2"
      >
        {whole}
      </span>
    </>
  )
}
