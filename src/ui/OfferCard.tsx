import { offerText } from '#text/offer.ts'
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
      <PromptCard icon="smartphone" title={offerText.homeScreen} onClose={close} className={className}>
        <ol className="m-0 mt-1 list-decimal pl-5 text-sm text-text-3">
          {offerText.homeScreenSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </PromptCard>
    )
  }
  return (
    <PromptCard
      icon="bell"
      title={offerText.notifications}
      onClose={close}
      className={className}
      action={
        <Button className="w-full md:w-auto" working={enable.working} onClick={() => void enable.run()}>
          {offerText.enable}
        </Button>
      }
    >
      <p className="text-sm text-text-3">{offerText.why}</p>
    </PromptCard>
  )
}
