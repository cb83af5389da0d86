import { useAtom, useAtomValue } from 'jotai'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notice.ts'
import { useAction } from '#state/action.ts'
import { configAtom } from '#state/config.ts'
import { noticeKindsAtom } from '#state/noticekinds.ts'
import { useOnline } from '#state/online.ts'
import { notificationsText } from '#text/notifications.ts'
import { Toggle } from '#ui/Toggle.tsx'
import { pushAtom, retellPush, turnOffPush, turnOnPush } from './webpush.ts'

/** What is told, and whether also while no page is open. */
export function NoticeSettings() {
  const hasPush = useAtomValue(configAtom)?.vapidPublicKey != null
  return (
    <>
      <Kinds />
      {hasPush && <PushSwitch />}
    </>
  )
}

function Kinds() {
  const [wanted, setWanted] = useAtom(noticeKindsAtom)
  const tell = useAction(retellPush, { onError: 'toast' })
  const choose = (kind: NoticeKind, on: boolean) => {
    setWanted((kinds) => (on ? [...kinds, kind] : kinds.filter((other) => other !== kind)))
    void tell.run()
  }
  return (
    <section className="mt-6">
      <h3 className="text-sm font-550 text-text-2">{notificationsText.tellMe}</h3>
      <ul className="m-0 mt-1 list-none p-0">
        {NOTICE_KINDS.map((kind) => (
          <li key={kind} className="flex min-h-44px items-center justify-between gap-4 py-1">
            <span className="text-body">{notificationsText.kinds[kind]}</span>
            <Toggle
              label={notificationsText.kinds[kind]}
              checked={wanted.includes(kind)}
              onChange={(on) => choose(kind, on)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PushSwitch() {
  const state = useAtomValue(pushAtom)
  const online = useOnline()
  const set = useAction((next: boolean) => (next ? turnOnPush() : turnOffPush()), { onError: 'toast' })
  return (
    <div className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-4">
      <div>
        <p id="push-hint" className="text-body">
          {notificationsText.pushHint}
        </p>
        <p role="status" className="text-sm text-text-2">
          {notificationsText.pushStates[state]}
        </p>
      </div>
      <Toggle
        label={notificationsText.push}
        describedBy="push-hint"
        checked={state === 'on' || state === 'waiting'}
        disabled={!online || state === 'unknown'}
        busy={set.working}
        onChange={(next) => void set.run(next)}
      />
    </div>
  )
}
