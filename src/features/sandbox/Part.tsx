import type { ReactNode } from 'react'
import { CopyButton } from '#ui/CopyButton.tsx'

/** One of the tools. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3">
      <h3 className="mb-2 text-ui font-550">{title}</h3>
      {children}
    </div>
  )
}

type CodeProps = { code: string; label: string; note?: string }

/** A code to read and to copy. */
export function CodeLine({ code, label, note }: CodeProps) {
  const half = Math.ceil(code.length / 2)
  return (
    <div className="flex min-h-10 items-center gap-3 well pl-3 pr-1">
      <output className="font-mono text-body font-550">
        {code.slice(0, half)} {code.slice(half)}
      </output>
      {note && <span className="text-sm text-text-3">{note}</span>}
      <span className="ml-auto">
        <CopyButton value={code} iconOnly label={label} />
      </span>
    </div>
  )
}
