import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import type { WalletView } from '#domain/walletview.ts'
import { pendingApprovalsAtom } from '#state/wallets.ts'
import { walletStateText } from '#text/walletstate.ts'
import { Card } from '#ui/Card.tsx'
import { Tile } from '#ui/Tile.tsx'

type Closed = Exclude<WalletView, 'full' | 'restricted'>

const looks = {
  processing: { icon: 'clock', tone: 'neutral' },
  confirmation: { icon: 'clock', tone: 'warn' },
  approval: { icon: 'shield-check', tone: 'warn' },
  cancelled: { icon: 'x', tone: 'bad' },
} as const

/** What shows instead of a wallet that is not in use yet, or no more. */
export function StatusCard({ view }: { view: Closed }) {
  const { title, text, next } = walletStateText.cards[view]
  const { icon, tone } = looks[view]
  return (
    <Card className="mt-6 flex flex-col items-center text-center py-14!">
      <Tile icon={icon} tone={tone} shape="square" size={48} />
      <h2 className="mt-5 type-h2">{title}</h2>
      <p className="mt-1 max-w-100 text-body text-text-2">{text}</p>
      {next && <p className="mt-3 max-w-100 text-ui text-text-2">{next}</p>}
      {(view === 'confirmation' || view === 'approval') && <OtherApprovals />}
    </Card>
  )
}

/** The hub decides about transactions, not about wallets: it is of use only while one waits there. */
function OtherApprovals() {
  const waiting = useAtomValue(pendingApprovalsAtom)
  if (waiting.length === 0) return null
  return (
    <p className="mt-4 text-ui text-text-2">
      {walletStateText.approvalsWait}{' '}
      <Link className="link" href="/guardian-hub?filter=approvals">
        {walletStateText.openApprovals}
      </Link>
    </p>
  )
}
