import { onboardingText } from '#text/onboarding.ts'
import { Card } from '#ui/Card.tsx'
import { SealMark } from '#ui/SealMark.tsx'

const text = onboardingText.seal

const words = {
  steps: () => [text.first, text.closes],
  open: () => [text.open, text.invite],
  guarded: () => [text.open, text.closes],
  whole: () => [text.whole, text.both],
}

type Props = {
  state: keyof typeof words
  /** Of the steps to a wallet that can send. */
  done?: number
  of?: number
}

/** Who has signed so far, beside the steps where there is room for it. */
export function SealCard({ state, done, of }: Props) {
  const [title, lead] = words[state]()
  return (
    <Card className="hidden text-center lg:block py-47px!">
      <SealMark look={state === 'whole' ? 'whole' : 'half'} size={112} className="mx-auto" />
      <p className="mt-5 type-h3">{title}</p>
      <p className="mx-auto mt-1 max-w-60 text-ui text-text-2">{lead}</p>
      {done !== undefined && of !== undefined && (
        <p className="mt-4 text-sm text-text-3">{text.stepsDone(done, of)}</p>
      )}
    </Card>
  )
}
