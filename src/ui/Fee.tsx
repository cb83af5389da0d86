import { shortFee, shortRest } from '#domain/amount.ts'
import { shown } from '#domain/notation.ts'
import { Amount } from './Amount.tsx'
import { Exact } from './Exact.tsx'

type Props = {
  /** The whole fee as decimal text. */
  value: string
  unit: string
  /** Words before it: 'At most '. */
  lead?: string
  /** It is what is left after the fee. */
  rest?: boolean
  /** All of it at once: what it stands beside looks the same in short. */
  whole?: boolean
}

/** A fee: short first, so that its tail of digits does not outshine what is sent; all of it on demand. */
export function Fee({ value, unit, lead = '', rest = false, whole = false }: Props) {
  const short = whole ? undefined : rest ? shortRest(value) : shortFee(value)
  const all = `${shown(value)} ${unit}`
  if (short === undefined) {
    return (
      <>
        {lead}
        <Amount>{all}</Amount>
      </>
    )
  }
  return (
    <>
      {lead}
      <Exact title={all} whole={<Amount>{all}</Amount>}>
        <span aria-hidden>{`${shown(short)} ${unit}`}</span>
        <span className="sr-only">{all}</span>
      </Exact>
    </>
  )
}
