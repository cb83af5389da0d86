import { groupsOf } from './AddressGroups.tsx'

type Props = {
  value: string
  /** What it is held against: groups that differ are marked. */
  other: string
}

/** The whole address in groups of four, those that are others marked by colour and a line. */
export function AddressCompare({ value, other }: Props) {
  const groups = groupsOf(value)
  const others = groupsOf(other)
  return (
    <span className="flex max-w-[27ch] flex-wrap gap-x-[.5em] gap-y-2px type-mono text-text-2">
      {groups.map((group, index) => {
        const end = index === 0 || index === groups.length - 1
        const differs = group.toLowerCase() !== others[index]?.toLowerCase()
        const look = differs
          ? 'font-600 text-bad underline underline-offset-3'
          : end
            ? 'font-600 text-text'
            : undefined
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal groups may repeat and never move
          <span key={index} className={look}>
            {group}
          </span>
        )
      })}
    </span>
  )
}
