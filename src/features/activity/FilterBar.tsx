import { useId, useState } from 'react'
import { TRANSACTION_STATUSES } from '#contract/status.ts'
import { chainName } from '#domain/chain.ts'
import { NO_FILTER, type TransactionFilter } from '#domain/txfilter.ts'
import { transactionStatusText } from '#domain/txview.ts'
import { activityText } from '#text/activity.ts'
import { saying } from '#text/catalogue.ts'
import { Button } from '#ui/Button.tsx'
import { Day } from '#ui/Day.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useDesktop } from '#ui/media.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'

type Props = {
  filter: TransactionFilter
  onChange: (filter: TransactionFilter) => void
  /** Names of the chains that there is something of. */
  networks: readonly string[]
  /** How many are found, while not all are shown. */
  found: number | undefined
  onExport: () => void
  onStatement: () => void
}

const directions = () =>
  [
    { value: '', label: activityText.directions.all },
    { value: 'outcome', label: activityText.directions.sent },
    { value: 'income', label: activityText.directions.received },
  ] as const

const statuses = () =>
  [
    { value: '', label: activityText.allStatuses },
    ...TRANSACTION_STATUSES.map((status) => ({
      value: status,
      label: saying(transactionStatusText(status)),
    })),
  ] as const

/** With large text two have no room beside each other. */
const WHOLE = 'max-[22.45rem]:col-span-2'

/** So many of what the button shows and hides on a phone are chosen. */
const chosenOf = ({ direction, status, network, from, to }: TransactionFilter): number =>
  [direction, status, network, from, to].filter((value) => value !== '').length

export function FilterBar({ filter, onChange, networks, found, onExport, onStatement }: Props) {
  const desktop = useDesktop()
  const [open, setOpen] = useState(false)
  const id = useId()
  const chosen = chosenOf(filter)
  return (
    <search className="mb-3 mt-3 flex flex-wrap items-center gap-2 md:mt-0">
      <label className="relative min-w-full flex-1 sm:min-w-40">
        <span className="sr-only">{activityText.searchLabel}</span>
        <Icon name="search" size={17} className="absolute left-3 top-3 text-text-3" />
        <input
          type="search"
          value={filter.search}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
          placeholder={activityText.search}
          className="h-10 w-full rounded-btn bg-surface pl-9 pr-3 text-ui text-text edge-control field-input micro"
        />
      </label>
      {!desktop && (
        <Button
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex-1 max-sm:px-2 sm:flex-none"
        >
          {activityText.filters(chosen)}
        </Button>
      )}
      <Button
        icon="download"
        onClick={onExport}
        className="whitespace-nowrap max-md:flex-1 max-sm:px-2 sm:flex-none"
      >
        {activityText.exportCsv}
      </Button>
      <Button onClick={onStatement} className="max-md:flex-1 max-sm:px-2 sm:flex-none">
        {activityText.statement}
      </Button>
      <div
        id={id}
        hidden={!desktop && !open}
        className="grid w-full grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center [&[hidden]]:hidden"
      >
        <Filters filter={filter} onChange={onChange} networks={networks} />
      </div>
      {found !== undefined && (
        <p className="flex min-h-40px w-full items-center gap-3 text-sm text-text-2">
          <span role="status">{activityText.found(found)}</span>
          {found > 0 && (
            <button type="button" className="link hit-44" onClick={() => onChange(NO_FILTER)}>
              {activityText.clearFilter}
            </button>
          )}
        </p>
      )}
    </search>
  )
}

function Filters({ filter, onChange, networks }: Pick<Props, 'filter' | 'onChange' | 'networks'>) {
  const { direction, status, network, from, to } = filter
  const chains = [
    { value: '', label: activityText.allNetworks },
    ...networks.map((name) => ({ value: name, label: chainName(name) })),
  ]
  return (
    <>
      <NativeSelect
        label={activityText.direction}
        value={direction}
        options={directions()}
        onChange={(value) => onChange({ ...filter, direction: value })}
        className={WHOLE}
      />
      <NativeSelect
        label={activityText.status}
        value={status}
        options={statuses()}
        onChange={(value) => onChange({ ...filter, status: value })}
        className={WHOLE}
      />
      <NativeSelect
        label={activityText.head.network}
        value={network}
        options={chains}
        onChange={(value) => onChange({ ...filter, network: value })}
        className="col-span-2"
      />
      <Day
        label={activityText.fromDay}
        value={from}
        max={to}
        onChange={(day) => onChange({ ...filter, from: day })}
      />
      <Day
        label={activityText.toDay}
        value={to}
        min={from}
        onChange={(day) => onChange({ ...filter, to: day })}
      />
    </>
  )
}
