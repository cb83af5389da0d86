import { onboardingText } from '#text/onboarding.ts'
import { Icon } from '#ui/Icon.tsx'

type Props = { state: 'done' | 'current' | 'coming' }

/** Where a step stands: a check, a ring that is filled, an empty one. */
export function StepMark({ state }: Props) {
  const circle = 'grid size-26px shrink-0 place-items-center rounded-full'
  if (state === 'done')
    return (
      <span className={`${circle} bg-ok-soft text-ok`}>
        <Icon name="check" label={onboardingText.steps.done} />
      </span>
    )
  if (state === 'coming') return <span aria-hidden className={`${circle} border-2 border-line-2`} />
  return (
    <span aria-hidden className={`${circle} bg-accent`}>
      <span className="size-10px rounded-full bg-surface" />
    </span>
  )
}
