type Props = { children: string; className?: string }

/** '$ 49,081.11' with its sign and cents muted; the text is unchanged. */
export function UsdTotal({ children, className = '' }: Props) {
  const [, sign = '', whole = '', cents = ''] = /^(\D*)([^.]*)(.*)$/s.exec(children) ?? []
  return (
    <span className={`type-money-xl text-text-3 ${className}`}>
      {sign}
      <span className="text-text">{whole}</span>
      {cents}
    </span>
  )
}
