/** A word or a number to come, in its line; it appears after 150 ms, so that a quick answer shows none. */
export function Pulse() {
  return (
    <span aria-hidden className="late">
      <span className="pulse inline-block h-9px w-24 max-w-full rounded-full bg-line align-middle" />
    </span>
  )
}
