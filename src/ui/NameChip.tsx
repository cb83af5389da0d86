import { Icon } from './Icon.tsx'

type Props = {
  /** A name's first letter; undefined of an own wallet. */
  initial: string | undefined
  children: string
}

/** Whom an address belongs to, in a line of text. */
export function NameChip({ initial, children }: Props) {
  return (
    <span className="mr-2 inline-flex min-h-5 max-w-full items-center gap-6px rounded-full bg-sunken pl-6px pr-2 align-middle text-xs font-550 text-text">
      {initial === undefined ? (
        <Icon name="wallet" size={12} className="text-text-2" />
      ) : (
        <span aria-hidden className="text-accent-text">
          {initial}
        </span>
      )}
      <bdi className="truncate">{children}</bdi>
    </span>
  )
}
