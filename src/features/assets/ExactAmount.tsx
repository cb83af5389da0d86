type Props = { shown: string; exact: string; symbol: string }

/** The rounded amount; all its digits are in the title, and spoken. */
export function ExactAmount({ shown, exact, symbol }: Props) {
  return (
    <span title={exact}>
      <span aria-hidden>{shown}</span>
      <span className="sr-only">
        {exact} {symbol}
      </span>
    </span>
  )
}
