type Props = { children: string; className?: string }

/** Sets the whole part apart in threes for the eye. The text stays what the formatter wrote. */
export function Amount({ children, className }: Props) {
  const [, before = '', whole = '', after = ''] = /^(\D*)(\d*)(.*)$/s.exec(children) ?? []
  const head = whole.length % 3 || 3
  const rest = whole.slice(head).match(/\d{3}/g) ?? []
  return (
    <span className={className}>
      {before}
      {whole.slice(0, head)}
      {rest.map((three, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal groups may repeat and never move
        <span key={index} className="ml-[.16em]">
          {three}
        </span>
      ))}
      {after}
    </span>
  )
}
