import { TRANSACTION_STATUSES } from '#contract/status.ts'
import type { TransactionFilter } from '#domain/txfilter.ts'
import { transactionStatusText } from '#domain/txview.ts'
import { activityText } from '#text/activity.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'

type Props = {
  filter: TransactionFilter
  onChange: (filter: TransactionFilter) => void
  onExport: () => void
}

const directions = [
  { value: '', label: activityText.directions.all },
  { value: 'outcome', label: activityText.directions.sent },
  { value: 'income', label: activityText.directions.received },
] as const

const statuses = [
  { value: '', label: activityText.allStatuses },
  ...TRANSACTION_STATUSES.map((status) => ({ value: status, label: transactionStatusText(status) })),
] as const

export function FilterBar({ filter, onChange, onExport }: Props) {
  return (
    <search className="mb-3 mt-3 flex flex-wrap items-center gap-2 md:mt-0">
      <label className="relative min-w-full flex-1 sm:min-w-40">
        <span className="sr-only">{activityText.searchLabel}</span>
        <Icon name="search" size={17} className="absolute left-3 top-12px text-text-3" />
        <input
          type="search"
          value={filter.search}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
          placeholder={activityText.search}
          className="h-10 w-full rounded-btn bg-surface pl-9 pr-3 text-ui text-text edge-control field-input micro"
        />
      </label>
      <NativeSelect
        label={activityText.direction}
        value={filter.direction}
        options={directions}
        onChange={(direction) => onChange({ ...filter, direction })}
      />
      <NativeSelect
        label={activityText.status}
        value={filter.status}
        options={statuses}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Button icon="download" onClick={onExport} className="max-sm:px-3 max-sm:gap-0">
        <span className="max-sm:sr-only">{activityText.exportCsv}</span>
      </Button>
    </search>
  )
}
