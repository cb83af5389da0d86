import { Link } from 'wouter'
import type { Wallet } from '#contract/wallet.ts'
import { useProtection } from '#state/protection.ts'
import { useWalletTab } from '#state/tabs.ts'
import { Icon } from '#ui/Icon.tsx'
import { SealMark } from '#ui/SealMark.tsx'
import { type ProtectionWords, protectionWords } from './protection.ts'

const chevrons = { text: 'text-text-2', warn: 'text-warn', bad: 'text-bad' }
const tones = { text: 'text-text', warn: 'text-warn', bad: 'text-bad' }

type Props = {
  id: string
  wallet: Wallet
  /** Where the Guardians tab is to lead to. */
  hasTabs: boolean
}

/** Who protects the wallet, in one line; said anew whenever it changes. */
export function ProtectionLine({ id, wallet, hasTabs }: Props) {
  const words = protectionWords(useProtection(wallet))
  const [, choose] = useWalletTab()
  const line = words && <Words id={id} words={words} />
  return (
    <div role="status" className="flex">
      {hasTabs ? (
        <Link
          href="/wallets?tab=guardians"
          className="group inline-flex min-h-28px items-center gap-2 rounded-btn-sm text-ui hit-44"
          onClick={(event) => {
            event.preventDefault()
            choose('guardians')
          }}
        >
          {line}
          <Icon name="chevron-right" size={15} className={words ? chevrons[words.tone] : ''} />
        </Link>
      ) : (
        <p className="inline-flex min-h-28px items-center gap-2 text-ui">{line}</p>
      )}
    </div>
  )
}

function Words({ id, words: { look, tone, lead, rest, add } }: { id: string; words: ProtectionWords }) {
  return (
    <>
      <SealMark look={look} size={20} />
      <span id={id} className="min-w-0 text-text-2">
        <span className={`font-550 ${tones[tone]}`}>{lead}</span>
        {rest && ` · ${rest}`}
        {add && (
          <>
            {' · '}
            <span className="font-550 text-accent-text group-hover:underline underline-offset-3">{add}</span>
          </>
        )}
      </span>
    </>
  )
}
