type Props = { filled: number; total: number; className?: string }

/** One piece for each guardian, filled to the required count; the text beside it says the same. */
export function Segments({ filled, total, className = '' }: Props) {
  return (
    <div aria-hidden className={`flex w-24 gap-4px ${className}`}>
      {Array.from({ length: total }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: segments never move
          key={index}
          className={`paint h-6px flex-1 rounded-full ${index < filled ? 'bg-accent' : 'bg-line-2'}`}
        />
      ))}
    </div>
  )
}
