import { Fragment } from 'react'
import { notation } from '#domain/notation.ts'

type Props = {
  /** Decimals stay together. */
  whole?: boolean
  className?: string
  children: string
}

/** More decimals than this are set apart, too. */
const PLAIN_DECIMALS = 4

const threes = (digits: string): string[] => digits.match(/\d{1,3}/g) ?? []

/**
 * Sets the digits of a number apart in threes for the eye; its text has none but the decimal sign,
 * which may be a point or as numbers are shown. The number moves to
 * a line of its own before it breaks, and breaks only between groups.
 */
export function Amount({ whole: isWhole = false, children, className }: Props) {
  const [, before = '', whole = '', decimals = '', after = ''] =
    new RegExp(`^(\\D*)(\\d*)(?:[.${notation().point}](\\d+))?(.*)$`, 's').exec(children) ?? []
  const head = whole.length % 3 || 3
  const groups = threes(whole.slice(head))
  const parts = !isWhole && decimals.length > PLAIN_DECIMALS ? threes(decimals) : [decimals]
  // The point holds the first decimals to the whole part.
  const start = decimals && `${notation().point}${parts[0]}`
  return (
    <span className={className}>
      <span className="inline-block max-w-full">
        {before}
        {whole.slice(0, head)}
        {groups.length === 0 && start}
        {groups.map((three, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal groups may repeat and never move
          <Fragment key={index}>
            <wbr />
            <span className={isWhole ? 'ml-[.16em]' : 'ml-[.16em] whitespace-nowrap'}>
              {three}
              {index === groups.length - 1 && start}
            </span>
          </Fragment>
        ))}
        {parts.slice(1).map((three, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal groups may repeat and never move
          <Fragment key={index}>
            <wbr />
            <span className="ml-[.16em] whitespace-nowrap">{three}</span>
          </Fragment>
        ))}
      </span>
      {after}
    </span>
  )
}
