import { Button } from './Button.tsx'
import { PromptCard } from './PromptCard.tsx'

type Props = {
  /** On an iPhone the page has to be on the home screen first. */
  kind: 'enable' | 'home-screen'
  enable: { working: boolean; run: () => unknown }
  close: () => void
  className?: string
}

/** Offers notifications. */
export function OfferCard({ kind, enable, close, className }: Props) {
  if (kind === 'home-screen') {
    return (
      <PromptCard icon="smartphone" title="Add to Home Screen first" onClose={close} className={className}>
        <ol className="m-0 mt-1 list-decimal pl-5 text-sm text-text-3">
          <li>Press Share in the browser’s bar.</li>
          <li>Choose Add to Home Screen.</li>
          <li>Open Countersign from there and enable notifications.</li>
        </ol>
      </PromptCard>
    )
  }
  return (
    <PromptCard
      icon="bell"
      title="Enable desktop notifications"
      onClose={close}
      className={className}
      action={
        <Button className="w-full md:w-auto" working={enable.working} onClick={() => void enable.run()}>
          Enable
        </Button>
      }
    >
      <p className="text-sm text-text-3">
        Hear about approvals and app requests while this page is in the background.
      </p>
    </PromptCard>
  )
}
