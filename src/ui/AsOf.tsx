import { kitText } from '#text/kit.ts'

type Props = {
  /** When what stands below was true, if that may be over. */
  children: string | undefined
  className?: string
}

/** Says how old a list is while nothing newer can be had. */
export function AsOf({ children, className = '' }: Props) {
  if (children === undefined) return null
  return (
    <p data-as-of className={`text-sm text-text-2 ${className}`}>
      {kitText.asOf(children)}
    </p>
  )
}
