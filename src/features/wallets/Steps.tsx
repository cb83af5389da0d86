import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
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

const text = onboardingText.steps

type Props = { wallet: Wallet; className?: string }

/** The two steps to a wallet that can send and receive. */
export function Steps({ wallet, className = '' }: Props) {
  const connected = isConnected(useAtomValue(sessionsAtom(wallet.id)))
  const verified = isKycCompleted(wallet)
  return (
    <div className={`grid gap-3 md:gap-5 ${className}`}>
      <Step number="01" title={text.connect} done={connected} current={!connected}>
        <ol className="well m-0 mt-4 list-none px-4 py-1 divide-y divide-line">
          <Item mark="1">
            {text.open}
            <strong className="font-550">{text.connectWallet}</strong>
          </Item>
          <Item mark="2">{text.copyLink}</Item>
          <Item mark="3">
            {text.press}
            <strong className="font-550">{walletsText.connectTo}</strong>
            {text.paste}
          </Item>
        </ol>
        <TestnetLink />
      </Step>
      <Step number="02" title={text.enable} done={verified} current={connected && !verified}>
        <p className="mt-1 text-ui text-text-2">{text.check}</p>
        <ul className="well m-0 mt-4 list-none px-4 py-1 divide-y divide-line">
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
      </Step>
    </div>
  )
}

type StepProps = { number: string; title: string; done: boolean; current: boolean; children: ReactNode }

function Step({ number, title, done, current, children }: StepProps) {
  return (
    <Card>
      <div className="flex min-h-26px items-center justify-between">
        <Badge tone={current || done ? 'accent' : 'neutral'} dot={false}>
          {text.step(number)}
        </Badge>
        {done && (
          <span className="grid size-26px place-items-center rounded-full bg-ok-soft text-ok">
            <Icon name="check" label={text.done} />
          </span>
        )}
      </div>
      <h2 className="mt-4 type-h2">{title}</h2>
      {children}
    </Card>
  )
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

function TestnetLink() {
  const url = useAtomValue(configAtom)?.testnetPageUrl
  if (!url) return null
  return (
    <ButtonLink
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      iconEnd="external-link"
      block
      className="mt-4 text-accent-text!"
    >
      {text.testnet}
    </ButtonLink>
  )
}
