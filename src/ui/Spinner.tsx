import { Icon, type IconSize } from './Icon.tsx'

type Props = { size?: IconSize; label?: string; className?: string }

export function Spinner({ size = 16, label, className = '' }: Props) {
  return <Icon name="loader-circle" size={size} label={label} className={`spin ${className}`} />
}
