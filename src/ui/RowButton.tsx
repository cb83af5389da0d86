import type { ComponentProps } from 'react'

/** Opens its row: the hit area is the whole Row or ListRow; other controls in it stay above with `relative z-1`. */
export function RowButton({ className = '', ...attributes }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...attributes}
      className={`row-button text-left after:absolute after:inset-0 after:content-empty ${className}`}
    />
  )
}
