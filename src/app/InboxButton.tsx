import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useRef, useState } from 'react'
import { waitingAtom } from '#state/waiting.ts'
import { appText } from '#text/app.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazily } from './lazily.ts'

const Inbox = lazily(() => import('#features/inbox/Inbox.tsx'), 'Inbox')

/** The count is said at most so often, in milliseconds. */
const PAUSE = 5000
const MOST = 99

/** What has become of a number, said in words; nothing before it changes. */
const useSaid = (count: number): string => {
  const [said, say] = useState({ count, at: 0 })
  useEffect(() => {
    if (said.count === count) return
    const wait = Math.max(0, said.at + PAUSE - Date.now())
    const timer = setTimeout(() => say({ count, at: Date.now() }), wait)
    return () => clearTimeout(timer)
  }, [count, said])
  return said.at === 0 ? '' : appText.waiting(said.count)
}

/** Opens what waits for the user. */
export function InboxButton({ word, className = '' }: { word: boolean; className?: string }) {
  const count = useAtomValue(waitingAtom)
  const said = useSaid(count)
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const button = useRef<HTMLButtonElement>(null)
  const place = word ? '' : 'absolute right-0 -top-4px'
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        aria-label={count > 0 ? appText.inboxWaiting(count) : appText.inbox}
        onPointerEnter={() => void Inbox.preload()}
        onFocus={() => void Inbox.preload()}
        onClick={() => setState('open')}
        className={`relative flex min-h-40px shrink-0 items-center justify-center gap-2 rounded-btn text-ui font-550 text-text-2 micro hit-44 hover:bg-sunken hover:text-text aria-expanded:bg-sunken aria-expanded:text-text ${className}`}
      >
        <Icon name="inbox" size={20} />
        {word && appText.inbox}
        {count > 0 && (
          <span
            className={`grid h-5 max-h-24px min-w-20px place-content-center rounded-full bg-accent px-4px text-xs font-600 text-on-accent ${place}`}
          >
            {count > MOST ? `${MOST}+` : count}
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
      <Suspense fallback={null}>
        {state !== 'never' && (
          <Inbox open={state === 'open'} onClose={() => setState('closed')} anchor={button} />
        )}
      </Suspense>
    </>
  )
}
