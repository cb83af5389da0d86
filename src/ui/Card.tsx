import type { ComponentProps } from 'react'

type Props = ComponentProps<'div'> & { pad?: boolean }

export function Card({ pad = true, className = '', ...attributes }: Props) {
  const inside = pad ? 'p-15px md:p-23px' : 'overflow-hidden'
  return (
    <div {...attributes} className={`rounded-card border border-line bg-surface ${inside} ${className}`} />
  )
}
