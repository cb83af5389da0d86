import type { ComponentProps } from 'react'
import { buttonClass } from './button.ts'
import type { ButtonIcon } from './icon.ts'

type Props = ComponentProps<'button'> & { icon: ButtonIcon; variant?: 'primary' | 'secondary' }

/** A phone's wallet action: the icon over the text, 68 px high. */
export function ActionTile({ icon, variant = 'secondary', className = '', children, ...attributes }: Props) {
  const state = attributes.disabled ? 'disabled' : undefined
  return (
    <button
      type="button"
      {...attributes}
      className={`${buttonClass({ variant, size: 'tile', block: true, state })} flex-col ${className}`}
    >
      <span aria-hidden className={`i-bold-${icon} size-17px`} />
      <span className="max-w-full truncate">{children}</span>
    </button>
  )
}
