import { seal, smallSeal } from './seal.ts'

const looks = {
  whole: ['fill-seal-a', 'fill-seal-b'],
  half: ['fill-seal-a', 'fill-line-2'],
  none: ['fill-control', 'fill-line-2'],
  warn: ['fill-warn', 'fill-warn'],
  bad: ['fill-bad', 'fill-bad'],
} as const

export type SealLook = keyof typeof looks

type Props = { look: SealLook; size: 20 | 22 | 40 | 56 | 112; className?: string }

/** Who has signed: the upper half is the owner's, the lower one the guardians'. Words beside it say it, too. */
export function SealMark({ look, size, className = '' }: Props) {
  const half = size < 24 ? smallSeal : seal
  const [upper, filled] = looks[look]
  // Where there is room for a line, the half that is missing is drawn by its edge.
  const lower = look === 'half' && size >= 40 ? 'fill-none stroke-control stroke-8' : filled
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 512 512"
      width={size}
      height={size}
      className={`paint shrink-0 ${className}`}
    >
      <path d={half.a} className={`micro ${upper}`} />
      <path d={half.b} className={`micro ${lower}`} />
    </svg>
  )
}
