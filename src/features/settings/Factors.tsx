import { Link } from 'wouter'
import { getFactors } from '#contract/endpoints/account.ts'
import { dayText } from '#domain/date.ts'
import { FROM_ACCOUNT_MENU } from '#state/auth.ts'
import { useReading } from '#state/reading.ts'
import { settingsText } from '#text/settings.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button.ts'
import { Loading } from './Loading.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { SettingsRow } from './SettingsRow.tsx'

const text = settingsText.factors
const EVERY = 60_000
/** With fewer than these it is time for new ones. */
const FEW = 4

export function Factors() {
  const { data, load } = useReading(getFactors, {}, EVERY)
  return (
    <SettingsCard id="factors" title={text.title} lead={text.lead}>
      {data ? (
        <>
          <SettingsRow
            icon="shield-check"
            title={text.app}
            caption={data.authenticatorAt && text.since(dayText(data.authenticatorAt))}
          />
          <SettingsRow
            icon="key-round"
            title={
              <>
                {text.codes}
                <CodesLeft {...data.codes} />
              </>
            }
            caption={text.codesLead}
            end={
              <Link
                href="/two-factor/backup-code-generated"
                state={FROM_ACCOUNT_MENU}
                aria-label={text.viewCodes}
                className={`${buttonClass({ variant: 'ghost', size: 32, block: false })} -mr-12px`}
              >
                {text.view}
              </Link>
            }
          />
        </>
      ) : (
        <Loading load={load} what={text.what} />
      )}
    </SettingsCard>
  )
}

function CodesLeft({ left, total }: { left: number; total: number }) {
  if (left === 0) return <Badge tone="warn">{text.none}</Badge>
  return <Badge tone={left < FEW ? 'warn' : 'neutral'}>{text.left(left, total)}</Badge>
}
