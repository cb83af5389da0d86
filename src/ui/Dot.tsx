import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = { label?: string; className?: string }

/** Something waits here: red for the eye, words for the rest. Its parent is `relative`. */
export function Dot({ label = 'has pending items', className = '-right-10px -top-2px' }: Props) {
  return (
    <>
      <span aria-hidden className={`paint absolute size-8px rounded-full bg-dot ${className}`} />
      <VisuallyHidden> {label}</VisuallyHidden>
    </>
  )
}
