import type { ComponentProps } from 'react'

type Props = ComponentProps<'input'> & { mono?: boolean }

export const inputLook =
  'h-12 w-full rounded-input bg-surface px-14px text-text edge-control field-input micro disabled:bg-sunken disabled:text-text-3 disabled:cursor-not-allowed'

export function Input({ mono = false, className = '', ...attributes }: Props) {
  return <input {...attributes} className={`${inputLook} ${mono ? 'font-mono' : ''} ${className}`} />
}
