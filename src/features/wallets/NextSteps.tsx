import { type FocusEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Transaction } from '#contract/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import { exactAmount } from '#domain/amount.ts'
import { momentText } from '#domain/date.ts'
import { approvalFlow } from '#domain/guardian.ts'
import type { Start, StartStep } from '#domain/start.ts'
import { useAction } from '#state/action.ts'
import { giveTestMoney } from '#state/faucet.ts'
import { openPanel } from '#state/modals.ts'
import { hideStart } from '#state/start.ts'
import { useWalletTab } from '#state/tabs.ts'
import { onboardingText } from '#text/onboarding.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Private } from '#ui/Private.tsx'
import { StepMark } from './StepMark.tsx'

const text = onboardingText.next

const icons = { money: 'coins', guardian: 'user-plus', transfer: 'shield-check' } as const

type Props = {
  wallet: Wallet
  start: Start
  /** Newest first. */
  transactions: readonly Transaction[]
  /** Whether they can be done, and dismissed; before the identity check they only say what comes. */
  acts?: boolean
  className?: string
}

/** What a newcomer may do next, one button at a time. */
export function NextSteps({ wallet, start, transactions, acts = false, className = '' }: Props) {
  const title = useId()
  const next = acts ? start.next : undefined
  const { rows, hold, said } = useProgress(start)
  return (
    <section aria-labelledby={title} className={className}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={title} className="type-h3">
          {text.title}
        </h2>
        {acts && (
          <Button
            variant="ghost"
            size={32}
            className="-mr-3"
            onClick={() => {
              hideStart()
              document.getElementById('main')?.focus()
            }}
          >
            {text.hide}
          </Button>
        )}
      </div>
      <Card pad={false} className="mt-2">
        <ol className="m-0 list-none p-0 divide-y divide-line" ref={rows} {...hold}>
          {start.steps.map(({ step, isDone }) => (
            <li
              key={step}
              data-step={step}
              tabIndex={-1}
              aria-current={step === next ? 'step' : undefined}
              className="flex min-h-16 flex-wrap items-center gap-x-14px gap-y-2 px-15px py-10px outline-none md:px-23px"
            >
              {isDone ? (
                <StepMark state="done" />
              ) : (
                <span className="grid size-26px shrink-0 place-items-center rounded-full bg-sunken text-text-2">
                  <Icon name={icons[step]} size={14} />
                </span>
              )}
              <div className="min-w-0 flex-1 basis-32">
                <p id={`${title}-${step}`} className={`text-ui ${isDone ? 'text-text-2' : 'font-550'}`}>
                  {text.titles[step]}
                </p>
                <p className="text-sm text-text-3 [overflow-wrap:anywhere]">
                  {step === 'money' && isDone ? (
                    <Private>{noteOf(step, isDone, start, transactions)}</Private>
                  ) : (
                    noteOf(step, isDone, start, transactions)
                  )}
                </p>
              </div>
              {step === next && (
                <StepButton step={step} wallet={wallet} id={`${title}-go`} titleId={`${title}-${step}`} />
              )}
            </li>
          ))}
        </ol>
      </Card>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

const noteOf = (
  step: StartStep,
  isDone: boolean,
  { next, steps }: Start,
  transactions: readonly Transaction[],
): string => {
  if (step === 'money' && isDone) {
    const first = transactions.findLast(({ direction }) => direction === 'income')
    if (first) {
      const amount = exactAmount(first.amount, first.assetDecimals, first.assetSymbol, first.assetTokenId)
      return text.arrived(amount, momentText(first.createdAt, new Date().toISOString()))
    }
  }
  if (step === 'transfer' && isDone) return onboardingText.seal.whole
  const isInvited = steps.some((other) => other.step === 'guardian' && other.isDone)
  const isNext = steps.find((other) => !other.isDone)?.step === step
  return step === 'transfer' && isNext && isInvited && next === undefined ? text.waits : text.notes[step]
}

type ButtonProps = { step: StartStep; wallet: Wallet; id: string; titleId: string }

function StepButton({ step, wallet, id, titleId }: ButtonProps) {
  const [, choose] = useWalletTab()
  const get = useAction(() => giveTestMoney(wallet), { onError: 'toast' })
  const run = {
    money: () => void get.run(),
    guardian: () => {
      choose('guardians')
      document.querySelector<HTMLElement>('[data-tab=guardians]')?.focus()
      // Until approval is on, the tab has a switch for it and no place for guardians.
      if (approvalFlow(wallet).enabled) openPanel({ id: 'invite-guardian', walletId: wallet.id })
    },
    transfer: () => openPanel({ id: 'sends-funds', walletId: wallet.id }),
  }
  return (
    <Button
      id={id}
      variant="primary"
      size={32}
      acts
      {...(step === 'money' && { working: get.working })}
      aria-labelledby={text.titles[step].includes(text.actions[step]) ? titleId : `${id} ${titleId}`}
      onClick={run[step]}
    >
      {text.actions[step]}
    </Button>
  )
}

/** What is said when a step gets done while somebody looks on; the focus stays on the row whose button goes. */
function useProgress({ steps }: Start) {
  const done = steps.filter(({ isDone }) => isDone).map(({ step }) => step)
  const was = useRef(done)
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const held = useRef<string>(undefined)
  const count = done.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button goes when a step gets done
  useLayoutEffect(() => {
    const added = done.filter((step) => !was.current.includes(step)).at(-1)
    if (count !== was.current.length) setSaid(added ? onboardingText.completed(text.titles[added]) : '')
    was.current = done
    if (held.current === undefined || document.activeElement !== document.body) return
    rows.current?.querySelector<HTMLElement>(`[data-step=${held.current}]`)?.focus()
  }, [count])
  const hold = {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target.closest<HTMLElement>('[data-step]')?.dataset.step
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) held.current = undefined
    },
  }
  return { rows, hold, said }
}
