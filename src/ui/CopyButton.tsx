import { kitText } from '#text/kit.ts'
import { Button } from './Button.tsx'
import type { ButtonSize, Variant } from './button.ts'
import { type CopyOptions, useCopy } from './copy.ts'
import { IconButton } from './IconButton.tsx'

type Props = CopyOptions & {
  value: string
  label?: string
  iconOnly?: boolean
  variant?: Variant
  size?: ButtonSize
  block?: boolean
  className?: string
}

export function CopyButton({
  value,
  label = kitText.copy,
  iconOnly,
  size,
  onCopied,
  onFailed,
  ...look
}: Props) {
  const { copied, copy } = useCopy({ onCopied, onFailed })
  const icon = copied ? 'check' : 'copy'
  if (iconOnly) {
    return (
      <IconButton
        icon={icon}
        label={label}
        iconSize={18}
        className={look.className}
        onClick={() => copy(value)}
      />
    )
  }
  return (
    <Button icon={icon} size={size} {...look} onClick={() => copy(value)}>
      {label}
    </Button>
  )
}
