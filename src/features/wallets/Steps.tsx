import { useAtomValue } from 'jotai'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { isConnected } from '#domain/dapp.ts'
import { isKycCompleted } from '#domain/walletview.ts'
import { configAtom } from '#state/config.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { onboardingText } from '#text/onboarding.ts'
import { walletsText } from '#text/wallets.ts'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icon.ts'
import { ConnectButton } from './ConnectButton.tsx'
import { StepMark } from './StepMark.tsx'

const text = onboardingText.steps
const notes = onboardingText.doneNotes

type Props = {
  wallet: Wallet
  /** Id of the sentence that says why 'Connect to...' is off; where there is one, it is offered after the TestNet. */
  why?: string
  className?: string
}

/** Which of the two steps to a wallet that can send and receive are done. */
export const useStepsDone = (wallet: Wallet) => {
  const isConnectedNow = isConnected(useAtomValue(sessionsAtom(wallet.id)))
  return { connected: isConnectedNow, verified: isKycCompleted(wallet) }
}

/** The two steps to a wallet that can send and receive, one at a time. */
export function Steps({ wallet, why, className = '' }: Props) {
  const { connected, verified } = useStepsDone(wallet)
  const [opened, setOpened] = useState(false)
  const offersConnect = opened && why !== undefined
  return (
    <Card pad={false} className={className}>
      <ol className="m-0 list-none p-0 divide-y divide-line">
        <Step number="01" title={text.connect} note={notes.connect} state={connected ? 'done' : 'current'}>
          <ol className="well m-0 mt-3 list-none px-4 py-1 divide-y divide-line-2">
            <Item mark="1">
              {text.open}
              <strong className="font-550 text-text">{text.connectWallet}</strong>
            </Item>
            <Item mark="2">{text.copyLink}</Item>
            <Item mark="3">
              {text.press}
              <strong className="font-550 text-text">{walletsText.connectTo}</strong>
              {text.paste}
            </Item>
          </ol>
          <div className="mt-4 flex flex-wrap gap-2">
            {offersConnect && <ConnectButton wallet={wallet} look="primary" why={why} />}
            <TestnetLink quiet={offersConnect} onOpen={() => setOpened(true)} />
          </div>
        </Step>
        <Step
          number="02"
          title={text.enable}
          note={notes.enable}
          state={verified ? 'done' : connected ? 'current' : 'coming'}
        >
          <p className="mt-1 text-ui text-text-2">{text.check}</p>
          <ul className="well m-0 mt-3 list-none px-4 py-1 divide-y divide-line-2">
            <Item icon="link-2" done={connected}>
              {text.connected}
            </Item>
            <Item icon="scan-face" done={verified}>
              {text.identity}
            </Item>
            <Item icon="lock" done={verified}>
              {text.transfer}
            </Item>
          </ul>
          <div className="mt-4 flex">
            <TestnetLink />
          </div>
        </Step>
      </ol>
    </Card>
  )
}

type StepProps = {
  number: string
  title: string
  /** Says it is done, where there is room. */
  note: string
  state: 'done' | 'current' | 'coming'
  children: ReactNode
}

/** Folded unless it is its turn. What is done is said once; the focus stays on the step that folds. */
function Step({ number, title, note, state, children }: StepProps) {
  const isCurrent = state === 'current'
  const { row, body, said } = useFolding(state === 'done', onboardingText.completed(title))
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-current={isCurrent ? 'step' : undefined}
      className="px-15px outline-none md:px-23px"
    >
      {isCurrent ? (
        <>
          <div className="flex items-center gap-14px pt-4 md:pt-5">
            <span className="hidden md:contents">
              <StepMark state="current" />
            </span>
            <Badge tone="accent" dot={false}>
              {text.step(number)}
            </Badge>
          </div>
          <h2 className="mt-2 type-h2 md:pl-10">{title}</h2>
        </>
      ) : (
        <div className="flex min-h-14 items-center gap-14px">
          <StepMark state={state} />
          <h2 className="flex-1 py-2 text-ui font-500 text-text-2">{title}</h2>
          <span className={`shrink-0 text-sm text-text-3 ${state === 'done' ? 'hidden md:inline' : ''}`}>
            {state === 'done' ? note : text.step(number)}
          </span>
        </div>
      )}
      <div
        ref={body}
        inert={!isCurrent}
        className={`grid transition-[grid-template-rows,visibility] duration-300 ease-enter ${isCurrent ? 'grid-rows-[1fr]' : 'invisible grid-rows-[0fr]'}`}
      >
        <div className="min-h-0 overflow-hidden md:pl-10">
          <div className="pb-15px md:pb-23px">{children}</div>
        </div>
      </div>
      <span role="status" className="sr-only">
        {said}
      </span>
    </li>
  )
}

/** What is said when a step gets done while somebody looks on, and where the focus stays that was in it. */
function useFolding(done: boolean, words: string) {
  const row = useRef<HTMLLIElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const was = useRef(done)
  const [said, setSaid] = useState('')
  useLayoutEffect(() => {
    if (was.current !== done) setSaid(done ? words : '')
    was.current = done
    if (done && body.current?.contains(document.activeElement)) row.current?.focus()
  }, [done, words])
  return { row, body, said }
}

type ItemProps = { mark?: string; icon?: IconName; done?: boolean; children: ReactNode }

function Item({ mark, icon, done = false, children }: ItemProps) {
  return (
    <li className="flex items-center gap-3 py-10px text-ui text-text-2">
      <span
        className={`grid size-26px shrink-0 place-items-center rounded-full text-xs font-550 ${done ? 'bg-ok-soft text-ok' : 'bg-surface'}`}
      >
        {icon ? (
          <Icon name={done ? 'check' : icon} size={14} label={done ? text.itemDone : undefined} />
        ) : (
          mark
        )}
      </span>
      <span className={done ? 'font-500 text-text' : ''}>{children}</span>
    </li>
  )
}

type LinkProps = { quiet?: boolean; onOpen?: () => void }

function TestnetLink({ quiet = false, onOpen }: LinkProps) {
  const url = useAtomValue(configAtom)?.testnetPageUrl
  if (!url) return null
  return (
    <ButtonLink
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant={quiet ? 'secondary' : 'primary'}
      iconEnd="external-link"
      onClick={onOpen}
      className="w-full min-h-48px md:min-h-40px md:w-auto"
    >
      {text.testnet}
    </ButtonLink>
  )
}
