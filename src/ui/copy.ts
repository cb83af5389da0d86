import { useEffect, useState } from 'react'
import { commonText } from '#text/common.ts'
import { kitText } from '#text/kit.ts'
import { toast } from './toast.ts'

const CHECK_SHOWS_FOR = 1500

export type CopyOptions = { onCopied?: () => void; onFailed?: (error: unknown) => void }

/** Copies text; `copied` is true for a moment afterwards. Without callbacks a toast says how it went. */
export function useCopy({ onCopied = sayCopied, onFailed = sayFailed }: CopyOptions = {}) {
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (copiedAt === 0) return
    const timer = setTimeout(() => setCopiedAt(0), CHECK_SHOWS_FOR)
    return () => clearTimeout(timer)
  }, [copiedAt])

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
    } catch (error) {
      onFailed(error)
      return
    }
    setCopiedAt(Date.now())
    onCopied()
  }

  return { copied: copiedAt > 0, copy }
}

function sayCopied() {
  toast.success(commonText.copied)
}

function sayFailed() {
  toast.error(kitText.copyFailed)
}
