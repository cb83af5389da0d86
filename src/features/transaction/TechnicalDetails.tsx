import { type ReactNode, type SyntheticEvent, useRef } from 'react'
import { transactionText } from '#text/transaction.ts'
import { Icon } from '#ui/Icon.tsx'

type Props = { open?: boolean; children: ReactNode }

/** What few people read, and who does reads exactly. Unfolding it brings it into sight. */
export function TechnicalDetails({ open = false, children }: Props) {
  // Being there unfolded is told as a toggle, too.
  const wasOpen = useRef(open)
  const toggled = ({ currentTarget: details }: SyntheticEvent<HTMLDetailsElement>) => {
    if (details.open && !wasOpen.current) {
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      details.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
    }
    wasOpen.current = details.open
  }
  return (
    <details open={open} onToggle={toggled} className="group/technical mt-2 border-t border-line">
      <summary className="flex min-h-11 list-none items-center justify-between gap-2 rounded-btn text-ui font-550 text-text-2 hover:text-text [&::-webkit-details-marker]:hidden">
        {transactionText.technical}
        <Icon
          name="chevron-down"
          className="mr-2px transition-transform duration-160 group-open/technical:rotate-180"
        />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}
