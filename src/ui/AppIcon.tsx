import { useState } from 'react'
import { Icon } from './Icon.tsx'

const sizes = {
  36: 'size-9 rounded-btn',
  40: 'size-10 rounded-btn',
  44: 'size-11 rounded-input',
  64: 'size-16 rounded-card',
}

type Props = { src?: string; size?: keyof typeof sizes; className?: string }

/** A DApp's icon; a globe stands in when there is none or it does not load. */
export function AppIcon({ src, size = 36, className = '' }: Props) {
  const [broken, setBroken] = useState<string>()
  const box = `shrink-0 ${sizes[size]} ${className}`
  if (!src || broken === src) {
    return (
      <span aria-hidden className={`inline-grid place-items-center bg-sunken text-text-2 ${box}`}>
        <Icon name="globe" size={size === 64 ? 24 : 18} />
      </span>
    )
  }
  const pixels = { width: size, height: size }
  return <img src={src} alt="" {...pixels} onError={() => setBroken(src)} className={`object-cover ${box}`} />
}
