import { useRef } from 'react'
import type { OwnSession } from '#contract/account.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/endpoints/account.ts'
import { dayText } from '#domain/date.ts'
import { RequestError } from '#net/error.ts'
import { useAction } from '#state/action.ts'
import { useReading } from '#state/reading.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { withFactor } from '#state/stepup.ts'
import { settingsText } from '#text/settings.ts'
import { stepUpText } from '#text/stepup.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Loading } from './Loading.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { SettingsRow } from './SettingsRow.tsx'
import { activeText, agentText, deviceIcon } from './session.ts'

const text = settingsText.sessions
const EVERY = 15_000

/** Ended meanwhile, by its own page or another one, it is gone as was wished. */
const endOne = async (id: string): Promise<void> => {
  try {
    await withFactor(() => request(endOwnSession, { params: { id }, body: {} }), stepUpText.acts.end)
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error
  }
}

export function Sessions() {
  const { data, load, again } = useReading(listOwnSessions, { query: {} }, EVERY)
  const section = useRef<HTMLDivElement>(null)
  const others = data?.items.filter(({ current }) => !current) ?? []
  const sessions = [...(data?.items.filter(({ current }) => current) ?? []), ...others]

  /** The button that was pressed goes with its row. */
  const ended = (said: string) => {
    say(said, 'success')
    again()
    section.current?.querySelector<HTMLElement>('h2')?.focus()
  }
  const one = useAction(
    async (id: string) => {
      await endOne(id)
      ended(text.ended)
    },
    { onError: 'toast' },
  )
  const all = useAction(
    async () => {
      await withFactor(() => request(endOtherSessions, { body: {} }), stepUpText.acts.endOthers)
      ended(text.allEnded)
    },
    { onError: 'toast' },
  )
  return (
    <div ref={section}>
      <SettingsCard
        id="sessions"
        title={text.title}
        lead={text.lead}
        action={
          others.length > 0 && (
            <Button
              size={32}
              acts
              working={all.working}
              disabled={one.working}
              onClick={() => void all.run()}
            >
              {text.endOthers}
            </Button>
          )
        }
      >
        {sessions.length === 0 ? (
          <Loading load={load} what={text.what} />
        ) : (
          <ul aria-label={text.what} className="m-0 list-none p-0">
            {sessions.map((session) => (
              <li key={session.id}>
                <Row
                  session={session}
                  disabled={one.working || all.working}
                  onEnd={() => void one.run(session.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </SettingsCard>
    </div>
  )
}

type RowProps = { session: OwnSession; disabled: boolean; onEnd: () => void }

function Row({ session, disabled, onEnd }: RowProps) {
  const { current, createdAt, usedAt } = session
  const name = agentText(session) ?? text.unknown
  return (
    <SettingsRow
      icon={deviceIcon(session)}
      title={
        <>
          {name}
          {current && <Badge tone="ok">{text.here}</Badge>}
        </>
      }
      caption={current ? text.since(dayText(createdAt)) : activeText(usedAt, Date.now())}
      end={
        !current && (
          <Button
            variant="ghost"
            size={32}
            acts
            disabled={disabled}
            aria-label={text.endOf(name)}
            onClick={onEnd}
            className="-mr-12px"
          >
            {text.end}
          </Button>
        )
      }
    />
  )
}
