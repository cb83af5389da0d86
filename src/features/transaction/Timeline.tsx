import { useEffect, useRef, useState } from 'react'
import { transactionText } from '#text/transaction.ts'
import { Icon } from '#ui/Icon.tsx'
import { SealMark } from '#ui/SealMark.tsx'
import type { Mark, TimelineFacts, TimelineRow } from './timeline.ts'

const tones = { ok: 'text-ok', bad: 'text-bad', warn: 'text-warn' }

/** Who has signed, who still has to, and whether it is sent. */
export function Timeline({
  facts: { head, expires, note, rows },
  label = head === undefined ? transactionText.progress : transactionText.approvals,
}: {
  facts: TimelineFacts
  label?: string
}) {
  return (
    <section aria-label={label} className="mt-4">
      {head !== undefined && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="type-h3">{head}</h3>
          {expires && <p className="text-sm text-text-3">{expires}</p>}
        </div>
      )}
      {note && <p className="mt-1 text-ui text-text-2">{note}</p>}
      <ol className="m-0 mt-1 list-none p-0">
        {rows.map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: who was removed and came back is there twice, in one order
            key={index}
            row={row}
            last={index === rows.length - 1}
          />
        ))}
      </ol>
      <Change rows={rows} />
    </section>
  )
}

function Row({ row: { mark, title, says, tone, reason }, last }: { row: TimelineRow; last: boolean }) {
  const isDone = mark !== 'open'
  return (
    <li className="relative flex min-h-30px flex-wrap items-start gap-x-3 py-5px text-ui">
      {!last && <span aria-hidden className="absolute left-9.5px top-26px -bottom-4px w-px bg-line-2" />}
      <Node mark={mark} />
      <span
        className={`min-w-0 flex-1 [overflow-wrap:anywhere] ${isDone ? 'font-500 text-text' : 'text-text-2'}`}
      >
        {title}
      </span>
      <span className={`max-w-[60%] text-right text-sm leading-5 ${tone ? tones[tone] : 'text-text-3'}`}>
        {says}
      </span>
      {reason && (
        <span className="basis-full pl-32px text-sm text-text-2 [overflow-wrap:anywhere]">{reason}</span>
      )}
    </li>
  )
}

function Node({ mark }: { mark: Mark }) {
  if (mark === 'half' || mark === 'whole') return <SealMark look={mark} size={20} />
  if (mark === 'open') {
    return (
      <span
        aria-hidden
        className="size-20px shrink-0 rounded-full border-1.5px border-solid border-control"
      />
    )
  }
  const look = mark === 'yes' ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'
  return (
    <span aria-hidden className={`grid size-20px shrink-0 place-items-center rounded-full ${look}`}>
      <Icon name={mark === 'yes' ? 'check' : 'x'} size={12} />
    </span>
  )
}

const wordsOf = (rows: readonly TimelineRow[]): string[] =>
  rows.map(({ title, says, reason }) => [title, says, ...(reason ? [reason] : [])].join(' '))

/** Tells what has changed since it was last looked at. */
function Change({ rows }: { rows: readonly TimelineRow[] }) {
  const words = wordsOf(rows)
  const seen = useRef(words)
  const [news, setNews] = useState('')
  const all = words.join('\n')
  useEffect(() => {
    const fresh = all.split('\n').filter((line) => !seen.current.includes(line))
    seen.current = all.split('\n')
    if (fresh.length > 0) setNews(fresh.join(', '))
  }, [all])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}
