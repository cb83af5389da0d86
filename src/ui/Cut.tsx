type Props = {
  children: string
  /** Characters at the end that always stay, such as the unit. */
  keep?: number
  className?: string
}

/** One line that never outgrows its place: what does not fit is cut in the middle, so that both ends stay. */
export function Cut({ children, keep = 8, className = '' }: Props) {
  const letters = [...children]
  if (letters.length <= 2 * keep) return <span className={`whitespace-nowrap ${className}`}>{children}</span>
  return (
    <span className={`inline-flex max-w-full align-bottom whitespace-pre ${className}`}>
      <span className="min-w-0 overflow-hidden text-ellipsis">{letters.slice(0, -keep).join('')}</span>
      <span className="shrink-0">{letters.slice(-keep).join('')}</span>
    </span>
  )
}
