import type { ReactNode } from 'react'

type Props = { className?: string; children: ReactNode }

/** The buttons of a dialog or panel: two stand side by side at 48.4 % each, one takes the width. */
export function DialogActions({ className = '', children }: Props) {
  return (
    <div className={`actions flex flex-wrap justify-between gap-x-[3.2%] gap-y-2 ${className}`}>
      {children}
    </div>
  )
}
