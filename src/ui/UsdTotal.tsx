import { Fragment, useContext } from 'react'
import { notation } from '#domain/notation.ts'
import { HiddenContext } from './hidden.ts'
import { Private } from './Private.tsx'

type Props = { children: string; className?: string }

/** Groups of digits that fit a phone in the largest type. */
const MOST_LARGE = 4

const PARTS = { '.': /^(\D*)([^.]*)(.*)$/s, ',': /^(\D*)([^,]*)(.*)$/s }

/** '$ 49,081.11' with its sign and cents muted; the text is unchanged, and breaks between groups only. */
export function UsdTotal({ children, className = '' }: Props) {
  const hidden = useContext(HiddenContext)
  if (hidden)
    return (
      <span className={`type-money-xl text-text-3 ${className}`}>
        <Private>{children}</Private>
      </span>
    )
  const [, sign = '', whole = '', cents = ''] = PARTS[notation().point].exec(children) ?? []
  const groups = whole.split(/(?<=[,\u202f])/)
  return (
    <span
      className={`${groups.length > MOST_LARGE ? 'type-money-md' : 'type-money-xl'} text-text-3 ${className}`}
    >
      {sign}
      <span className="text-text">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal groups may repeat and never move
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {group}
          </Fragment>
        ))}
      </span>
      {cents}
    </span>
  )
}
