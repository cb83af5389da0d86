import type { ClipboardEvent } from 'react'
import type { BackupCode } from '#contract/user.ts'
import { backupCodeText } from '#domain/backupcode.ts'
import { authText } from '#text/auth.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

/** Two columns of codes in halves; used ones are struck through. Copied codes are whole again. */
export function BackupCodeList({ codes }: { codes: readonly BackupCode[] }) {
  return (
    <ol
      aria-label={authText.codes}
      onCopy={copyWhole}
      className="m-0 grid list-none grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line p-0"
    >
      {codes.map(({ value, usedAt }, index) => (
        <li key={value} className="flex min-h-47px items-center gap-14px bg-surface px-3 sm:px-4">
          <span aria-hidden className="w-5 select-none text-right text-sm text-text-3">
            {index + 1}
          </span>
          {usedAt ? (
            <>
              <s className="font-mono text-text-3">{backupCodeText(value)}</s>
              <VisuallyHidden>{authText.used}</VisuallyHidden>
            </>
          ) : (
            <span className="font-mono text-text">{backupCodeText(value)}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

function copyWhole(event: ClipboardEvent) {
  const selected = document.getSelection()?.toString() ?? ''
  event.clipboardData.setData('text/plain', selected.replace(/(\d{4}) (\d{4})/g, '$1$2'))
  event.preventDefault()
}
