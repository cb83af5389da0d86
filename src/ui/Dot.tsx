import { kitText } from '#text/kit.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = { className?: string }

/** Something waits here: red for the eye, words for the rest. Its parent is `relative`. */
export function Dot({ className = '-right-10px -top-2px' }: Props) {
  return (
    <>
      <span aria-hidden className={`paint absolute size-8px rounded-full bg-dot ${className}`} />
      <VisuallyHidden> {kitText.pending}</VisuallyHidden>
    </>
  )
}
