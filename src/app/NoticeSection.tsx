import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { ASKING_KINDS, type NoticeKind, TELLING_KINDS } from '#contract/notice.ts'
import { SettingsCard } from '#features/settings/SettingsCard.tsx'
import { SettingsRow } from '#features/settings/SettingsRow.tsx'
import { useAction } from '#state/action.ts'
import { notificationsAtom } from '#state/browser.ts'
import { askNotifications } from '#state/device.ts'
import { noticeKindsAtom } from '#state/noticekinds.ts'
import { appText } from '#text/app.ts'
import { settingsText } from '#text/settings.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Toggle } from '#ui/Toggle.tsx'
import { lazily } from './lazily.ts'
import { retellPush } from './webpush.ts'

const NotificationsDialog = lazily(() => import('./NotificationsDialog.tsx'), 'NotificationsDialog')

const text = settingsText.notices

const GROUPS = {
  approvals: ['approval'],
  dapps: ASKING_KINDS.filter((kind) => kind !== 'approval'),
  transfers: TELLING_KINDS,
} as const satisfies Record<keyof typeof text.groups, readonly NoticeKind[]>

const NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[]

/** What is told in groups, as most want it; the dialog has each kind by itself. */
export function NoticeSection() {
  const state = useAtomValue(notificationsAtom)
  const [wanted, setWanted] = useAtom(noticeKindsAtom)
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  const enable = useAction(askNotifications, { onError: 'toast' })
  const tell = useAction(retellPush, { onError: 'toast' })
  const isGranted = state === 'granted'

  const choose = (kinds: readonly NoticeKind[], on: boolean) => {
    setWanted((known) => [...known.filter((kind) => !kinds.includes(kind)), ...(on ? kinds : [])])
    void tell.run()
  }
  return (
    <SettingsCard
      id="notices"
      title={text.title}
      lead={isGranted ? text.lead : appText.explained[state]}
      action={
        state === 'default' ? (
          <Button size={32} variant="primary" working={enable.working} onClick={() => void enable.run()}>
            {appText.enable}
          </Button>
        ) : (
          isGranted && (
            <Button size={32} onClick={() => setDialog('open')}>
              {text.single}
            </Button>
          )
        )
      }
    >
      {NAMES.map((name) => {
        const { title, lead } = text.groups[name]
        const kinds: readonly NoticeKind[] = GROUPS[name]
        return (
          <SettingsRow
            key={name}
            title={title}
            caption={lead}
            captionId={`notices-${name}`}
            end={
              <Toggle
                label={title}
                describedBy={`notices-${name}`}
                checked={kinds.some((kind) => wanted.includes(kind))}
                disabled={!isGranted}
                onChange={(on) => choose(kinds, on)}
              />
            }
          />
        )
      })}
      <SettingsRow
        title={text.security}
        caption={text.securityLead}
        end={
          <span className="inline-flex items-center gap-6px">
            <Icon name="lock" size={14} />
            {text.always}
          </span>
        }
      />
      <Suspense fallback={null}>
        {dialog !== 'never' && (
          <NotificationsDialog open={dialog === 'open'} onClose={() => setDialog('closed')} />
        )}
      </Suspense>
    </SettingsCard>
  )
}
