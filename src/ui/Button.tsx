import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type ButtonSize, buttonClass, type Variant } from './button.ts'
import type { ButtonIcon } from './icon.ts'
import { useReach } from './reach.ts'
import { Spinner } from './Spinner.tsx'

type Props = ComponentProps<'button'> & {
  variant?: Variant
  size?: ButtonSize
  icon?: ButtonIcon
  iconEnd?: ButtonIcon
  /** As wide as its box. */
  block?: boolean
  /** Asks the server. */
  acts?: boolean
  /** The action of this button is running. */
  working?: boolean
  /** Stands in for the label while working; its room is kept from the start. */
  workingText?: string
}

export function Button({
  variant = 'secondary',
  size = 40,
  icon,
  iconEnd,
  block = false,
  acts,
  working,
  workingText,
  disabled = false,
  className = '',
  children,
  ref,
  ...attributes
}: Props) {
  const button = useFocusKept(working === true)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)
  const { cut, attributes: reach } = useReach(acts && !working, { disabled, ...attributes })
  const state = working ? 'working' : disabled || cut ? 'disabled' : undefined
  const label = typeof children === 'string' ? children : undefined
  const other = block || working === undefined ? undefined : working ? label : (workingText ?? label)
  const shift = icon ? '' : working ? 'reserve-less' : 'reserve-more'
  return (
    <button
      type="button"
      {...attributes}
      ref={button}
      disabled={working || disabled}
      aria-busy={working || undefined}
      {...reach}
      className={`${buttonClass({ variant, size, block, state })} ${className}`}
    >
      {working && <Spinner />}
      {icon && !working && <span aria-hidden className={`i-bold-${icon} size-17px`} />}
      <span className={other ? `reserve ${shift}` : undefined} data-reserve={other}>
        {(working && workingText) || children}
      </span>
      {iconEnd && !working && <span aria-hidden className={`i-bold-${iconEnd} size-16px`} />}
    </button>
  )
}

/** A disabled button loses the focus; whoever pressed it finds it there again afterwards. */
function useFocusKept(working: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const element = button.current
    const active = document.activeElement
    if (working) hadFocus.current = active === element
    else if (hadFocus.current) {
      hadFocus.current = false
      if (active === document.body || active === element) element?.focus()
    }
  }, [working])
  return button
}
