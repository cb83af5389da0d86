import { Link } from 'wouter'
import type { Wallet } from '#contract/wallet.ts'
import { holdOf } from '#domain/hold.ts'
import { holdText } from '#text/hold.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Why nothing of this wallet is sent, and what ends that. */
export function HeldNote({ wallet }: { wallet: Wallet }) {
  const hold = holdOf(wallet)
  if (!hold) return null
  return (
    <Notice tone="warn" icon="triangle-alert" role="status" className="mt-5">
      <p>{holdText.note(hold)}</p>
      {hold.owner && (
        <Link href={`/release?wallet=${wallet.id}`} asChild>
          <ButtonLink size={32} className="mt-3">
            {holdText.review}
          </ButtonLink>
        </Link>
      )}
    </Notice>
  )
}
