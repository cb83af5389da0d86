import { type CopyOptions, useCopy } from './copy.ts'
import { Icon } from './Icon.tsx'

type Props = CopyOptions & {
  value: string
  /** What is shown, when 6...4 is not it. */
  short?: string
  copy?: boolean
  className?: string
}

/** A shortened address; with `copy` the whole string is the button. */
export function Address({ value, short, copy = true, className = '', onCopied, onFailed }: Props) {
  const clipboard = useCopy({ onCopied, onFailed })
  const text = short ?? (value.length > 13 ? `${value.slice(0, 6)}...${value.slice(-4)}` : value)
  if (!copy) {
    return (
      <span title={value} className={`type-mono ${className}`}>
        {text}
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-label={`Copy address ${text}`}
      title={value}
      onClick={() => clipboard.copy(value)}
      className={`inline-flex items-center gap-2 rounded-1 type-mono text-left micro hit-44 hover:text-text ${className}`}
    >
      <span>{text}</span>
      <Icon name={clipboard.copied ? 'check' : 'copy'} size={15} className="opacity-80" />
    </button>
  )
}
