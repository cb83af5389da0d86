import type { ReactNode } from 'react'
import { dappsText } from '#text/dapps.ts'
import { Disclosure } from '#ui/Disclosure.tsx'

/** So much of the data shows at once: a selector and two words of arguments would be 138 characters. */
const SHOWN = 66

const look = 'rounded-btn bg-sunken px-3 py-2 type-mono font-400 text-text-2 break-all'

/** Hex data, shortened; the rest is one press away. */
export function HexWell({ value }: { value: string }) {
  if (value.length <= SHOWN + 3) return <p className={look}>{value}</p>
  return (
    <>
      <p title={value} className={look}>{`${value.slice(0, SHOWN)}...`}</p>
      <Disclosure summary={dappsText.showAll}>
        <Scrolling label={dappsText.allData} className={look}>
          {value}
        </Scrolling>
      </Disclosure>
    </>
  )
}

type ScrollingProps = { label: string; className: string; children: ReactNode }

/** Long text in little room. */
export function Scrolling({ label, className, children }: ScrollingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus it cannot be scrolled by keyboard
    <section aria-label={label} tabIndex={0} className={`max-h-44 overflow-y-auto ${className}`}>
      {children}
    </section>
  )
}
