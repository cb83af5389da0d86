import { commonText } from '#text/common.ts'
import { seal, smallSeal } from './seal.ts'

type MarkProps = { size?: number; className?: string }

/** The mark alone; decorative, since the name stands beside it or on the link around it. */
export function Mark({ size = 26, className = '' }: MarkProps) {
  const half = size < 20 ? smallSeal : seal
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 512 512"
      width={size}
      height={size}
      className={`paint shrink-0 ${className}`}
    >
      <path d={half.a} className="fill-seal-a" />
      <path d={half.b} className="fill-seal-b" />
    </svg>
  )
}

/** Mark and name. */
export function Logo({ size = 26, className = '' }: MarkProps) {
  return (
    <span className={`inline-flex items-center gap-10px ${className}`}>
      <Mark size={size} />
      <span className="text-17px leading-24px font-620 tracking-[-.02em] text-text">
        {commonText.product}
      </span>
    </span>
  )
}
