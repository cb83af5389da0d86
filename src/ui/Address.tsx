import { kitText } from '#text/kit.ts'
import { AddressGroups } from './AddressGroups.tsx'
import { type CopyOptions, useCopy } from './copy.ts'
import { Exact } from './Exact.tsx'
import { Icon } from './Icon.tsx'

type Props = CopyOptions & {
  value: string
  /** What is shown, when 6...4 is not it. */
  short?: string
  copy?: boolean
  /** What is copied: 'contract address'. */
  what?: string
  className?: string
}

/** A shortened address: the whole string is a button that copies it or, without `copy`, shows all of it. */
export function Address({
  value,
  short,
  copy = true,
  what = kitText.address,
  className = '',
  onCopied,
  onFailed,
}: Props) {
  const clipboard = useCopy({ onCopied, onFailed })
  const text = short ?? (value.length > 13 ? `${value.slice(0, 6)}...${value.slice(-4)}` : value)
  if (!copy) {
    return (
      <Exact title={value} whole={<AddressGroups value={value} />} plain className={`type-mono ${className}`}>
        {text}
      </Exact>
    )
  }
  return (
    <button
      type="button"
      aria-label={kitText.copyAddress(what, text)}
      title={value}
      onClick={() => clipboard.copy(value)}
      className={`inline-flex items-center gap-2 rounded-1 type-mono text-left micro hit-44 hover:text-text ${className}`}
    >
      <span>{text}</span>
      <Icon name={clipboard.copied ? 'check' : 'copy'} size={15} className="opacity-80" />
    </button>
  )
}
