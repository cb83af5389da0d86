import type { ComponentProps } from 'react'
import { type ButtonSize, buttonClass, type Variant } from './button.ts'
import type { ButtonIcon } from './icon.ts'

type Props = ComponentProps<'a'> & {
  variant?: Variant
  size?: ButtonSize
  icon?: ButtonIcon
  iconEnd?: ButtonIcon
  block?: boolean
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 40,
  icon,
  iconEnd,
  block = false,
  className = '',
  children,
  ...attributes
}: Props) {
  return (
    <a {...attributes} className={`${buttonClass({ variant, size, block })} ${className}`}>
      {icon && <span aria-hidden className={`i-bold-${icon} size-17px`} />}
      {children}
      {iconEnd && <span aria-hidden className={`i-bold-${iconEnd} size-16px`} />}
    </a>
  )
}
