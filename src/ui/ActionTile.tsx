import type { ComponentProps } from 'react'
import { buttonClass } from './button.ts'
import type { ButtonIcon } from './icon.ts'
import { useReach } from './reach.ts'

type Props = ComponentProps<'button'> & {
  icon: ButtonIcon
  variant?: 'primary' | 'secondary'
  /** Asks the server. */
  acts?: boolean
}

/** A phone's wallet action: the icon over the text, 68 px high. */
export function ActionTile({
  icon,
  variant = 'secondary',
  acts,
  className = '',
  children,
  ...attributes
}: Props) {
  const { cut, attributes: reach } = useReach(acts, attributes)
  const state = attributes.disabled || cut ? 'disabled' : undefined
  return (
    <button
      type="button"
      {...attributes}
      {...reach}
      className={`${buttonClass({ variant, size: 'tile', block: true, state })} flex-col ${className}`}
    >
      <span aria-hidden className={`i-bold-${icon} size-17px`} />
      <span className="max-w-full truncate">{children}</span>
    </button>
  )
}
