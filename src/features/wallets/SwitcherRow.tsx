import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { walletBadge } from '#domain/badge.ts'
import { NONE, usdText } from '#domain/usd.ts'
import { useProtection } from '#state/protection.ts'
import { assetsLoadAtom } from '#state/queries.ts'
import { worthAtom } from '#state/worth.ts'
import { saying } from '#text/catalogue.ts'
import { kitText } from '#text/kit.ts'
import { Badge } from '#ui/Badge.tsx'
import { Cut } from '#ui/Cut.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Private } from '#ui/Private.tsx'
import { SealMark } from '#ui/SealMark.tsx'
import { protectionWords } from './protection.ts'

const tones = { text: 'text-text-3', warn: 'text-warn', bad: 'text-bad' }

type Props = { wallet: Wallet; isActive?: boolean }

/** What a wallet is worth, as soon as somebody looks at it here, and who protects it. */
export function SwitcherRow({ wallet, isActive = false }: Props) {
  useAtomValue(assetsLoadAtom(wallet.id))
  const worth = useAtomValue(worthAtom(wallet.id))
  const words = protectionWords(useProtection(wallet))
  const badge = walletBadge(wallet.status)
  return (
    <span
      className={`flex min-h-60px items-center gap-14px rounded-btn px-3 py-10px ${isActive ? 'bg-sunken' : ''}`}
    >
      <SealMark look={words?.look ?? 'none'} size={22} />
      <span className="row-name flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="text-ui font-550 text-text [overflow-wrap:anywhere]">{wallet.name}</bdi>
          {wallet.status !== 'active' && <Badge tone={badge.tone}>{saying(badge.text)}</Badge>}
        </span>
        {words && <span className={`block text-sm ${tones[words.tone]}`}>{words.lead}</span>}
      </span>
      <Private>
        <Cut className="text-ui font-550 text-text">{worth === undefined ? NONE : usdText(worth)}</Cut>
      </Private>
      <span className="flex w-18px shrink-0">
        {isActive && <Icon name="check" size={18} label={kitText.selected} className="text-accent-text" />}
      </span>
    </span>
  )
}
