import { useAtom, useAtomValue } from 'jotai'
import { installAtom } from '#state/browser.ts'
import { install } from '#state/device.ts'
import { OFFER_PAUSE, offerClosedAtom } from '#state/offer.ts'
import { walletStateText } from '#text/walletstate.ts'
import { Button } from '#ui/Button.tsx'
import { PromptCard } from '#ui/PromptCard.tsx'

/** Offers the app itself, where the browser can install it. Whoever closes it, or the other offer, is left alone. */
export function InstallCard({ className }: { className?: string }) {
  const canInstall = useAtomValue(installAtom)
  const [closedAt, setClosedAt] = useAtom(offerClosedAtom)
  const closed = closedAt !== null && Date.now() - Date.parse(closedAt) < OFFER_PAUSE
  if (!canInstall || closed) return null
  return (
    <PromptCard
      icon="download"
      title={walletStateText.install.title}
      onClose={() => setClosedAt(new Date().toISOString())}
      className={className}
      action={
        <Button className="w-full md:w-auto" onClick={() => void install()}>
          {walletStateText.install.action}
        </Button>
      }
    >
      <p className="text-sm text-text-3">{walletStateText.install.text}</p>
    </PromptCard>
  )
}
