import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { listAccountLog } from '#contract/endpoints/account.ts'
import { PAGE_LIMIT_MAX } from '#contract/limit.ts'
import { nearText } from '#domain/date.ts'
import { useReading } from '#state/reading.ts'
import { walletsAtom } from '#state/wallets.ts'
import { settingsText } from '#text/settings.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from './Loading.tsx'
import { recordCaption, recordIcon, recordTitle } from './record.ts'
import { SettingsCard } from './SettingsCard.tsx'
import { SettingsRow } from './SettingsRow.tsx'

const text = settingsText.log
const EVERY = 60_000
/** Shown before somebody asks for all. */
const FIRST = 5

export function AccountLog() {
  const [limit, setLimit] = useState(FIRST)
  const wallets = useAtomValue(walletsAtom)
  const { data, load } = useReading(listAccountLog, { query: { limit } }, EVERY)
  // The rows stay while all are on their way.
  const last = useRef(data)
  last.current = data ?? last.current
  const { items, total } = last.current ?? { items: [], total: 0 }
  const nameOf = (id: string) => wallets.find((wallet) => wallet.id === id)?.name
  return (
    <SettingsCard
      id="log"
      title={text.title}
      lead={text.lead}
      action={
        total > FIRST &&
        limit === FIRST && (
          <Button
            variant="ghost"
            size={32}
            acts
            onClick={() => setLimit(PAGE_LIMIT_MAX)}
            className="md:-mr-3 -ml-3 md:ml-0"
          >
            {text.all}
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <Loading load={load} what={text.what} />
      ) : (
        <ul aria-label={text.title} className="m-0 list-none p-0">
          {items.map((record) => (
            <li key={record.id}>
              <SettingsRow
                icon={recordIcon(record)}
                title={recordTitle(record)}
                caption={recordCaption(record, nameOf)}
                end={<time dateTime={record.at}>{nearText(record.at)}</time>}
              />
            </li>
          ))}
        </ul>
      )}
      {limit > FIRST && total > items.length && (
        <p role="status" className="border-t border-line px-15px py-4 text-sm text-text-3 md:px-23px">
          {text.latest(items.length, total)}
        </p>
      )}
    </SettingsCard>
  )
}
