import { Link } from 'wouter'
import type { WalletView } from '#domain/walletview.ts'
import { Card } from '#ui/Card.tsx'
import { Tile } from '#ui/Tile.tsx'

type Closed = Exclude<WalletView, 'full' | 'restricted'>

const cards = {
  processing: { title: 'Processing', text: 'Your wallet is being prepared.', icon: 'clock', tone: 'neutral' },
  confirmation: {
    title: 'Pending Confirmation',
    text: 'Go to the Confirmation section to confirm the wallet.',
    icon: 'clock',
    tone: 'warn',
  },
  approval: {
    title: 'Pending Approval',
    text: 'Approve the wallet in the Approvals section. Approval from all parties is required.',
    icon: 'shield-check',
    tone: 'warn',
  },
  cancelled: { title: 'Cancelled', text: 'Wallet has been canceled', icon: 'x', tone: 'bad' },
} as const

/** What shows instead of a wallet that is not in use yet, or no more. */
export function StatusCard({ view }: { view: Closed }) {
  const card = cards[view]
  return (
    <Card className="mt-6 flex flex-col items-center py-14 text-center">
      <Tile icon={card.icon} tone={card.tone} shape="square" size={48} />
      <h2 className="mt-5 type-h2">{card.title}</h2>
      <p className="mt-1 max-w-100 text-body text-text-2">{card.text}</p>
      {(view === 'confirmation' || view === 'approval') && (
        <Link className="link mt-4 text-ui" href="/guardian-hub?filter=approvals">
          Open Transaction Approvals
        </Link>
      )}
    </Card>
  )
}
