import { type MouseEvent, useEffect, useState } from 'react'
import { settingsText } from '#text/settings.ts'

export interface SectionLink {
  id: string
  label: string
}

/** Below the header, where a section counts as read. */
const READ_AT = 140

const currentOf = (ids: readonly string[]): string | undefined => {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return ids.at(-1)
  const passed = ids.filter(
    (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= READ_AT,
  )
  return passed.at(-1) ?? ids[0]
}

/** Links to the sections of the page; the one that is being read is marked. */
export function SectionLinks({ sections }: { sections: readonly SectionLink[] }) {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const look = () => setCurrent(currentOf(sections.map(({ id }) => id)))
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [sections])

  // Not by the address: each section would be an entry of the history.
  const go = (event: MouseEvent, id: string) => {
    event.preventDefault()
    document.getElementById(id)?.scrollIntoView({ block: 'start' })
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true })
    setCurrent(id)
  }
  return (
    <nav aria-label={settingsText.sections} className="sticky top-24 w-52 shrink-0">
      <ul className="m-0 list-none p-0">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current || undefined}
              onClick={(event) => go(event, id)}
              className="flex min-h-40px items-center rounded-btn border border-transparent px-11px text-ui text-text-2 hit-44 micro hover:text-text aria-[current]:border-line aria-[current]:bg-surface aria-[current]:font-550 aria-[current]:text-text"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
