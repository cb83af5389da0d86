import { kitText } from '#text/kit.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = { rows?: number; label?: string; className?: string }

/** Rows to come, in their geometry; they appear after 150 ms, so that a quick answer shows none. */
export function SkeletonRows({ rows = 5, label = kitText.loading, className = '' }: Props) {
  return (
    <div
      role="status"
      className={`late -mx-4 border-line bg-surface md:mx-0 md:overflow-hidden md:rounded-card md:border ${className}`}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden className="divide-y divide-line">
        {Array.from({ length: rows }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            key={index}
            className="flex h-64px items-center gap-12px px-4"
          >
            <span className="pulse size-36px rounded-full bg-line" />
            <span className="flex-1">
              <span className="pulse block h-11px w-18 rounded-full bg-line" />
              <span className="pulse mt-8px block h-9px w-28 rounded-full bg-line" />
            </span>
            <span className="pulse h-11px w-21 rounded-full bg-line" />
          </div>
        ))}
      </div>
    </div>
  )
}
