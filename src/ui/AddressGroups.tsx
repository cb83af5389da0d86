const sides = { start: 'justify-start', center: 'mx-auto justify-center', end: 'ml-auto justify-end' }

type Props = { value: string; align?: keyof typeof sides; className?: string }

/** The whole address in groups of four; gaps, not spaces, so that it copies as it is. */
export function AddressGroups({ value, align = 'start', className = '' }: Props) {
  const groups = groupsOf(value)
  return (
    <span
      className={`flex max-w-[27ch] flex-wrap gap-x-[.5em] gap-y-2px type-mono text-text-2 ${sides[align]} ${className}`}
    >
      {groups.map((group, index) => {
        const end = index === 0 || index === groups.length - 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal groups may repeat and never move
          <span key={index} className={end ? 'font-600 text-text' : undefined}>
            {group}
          </span>
        )
      })}
    </span>
  )
}

/** First six, fours, a shorter rest, last four. */
export function groupsOf(value: string): string[] {
  if (value.length < 11) return [value]
  const middle = value.slice(6, -4).match(/.{1,4}/g) ?? []
  return [value.slice(0, 6), ...middle, value.slice(-4)]
}
