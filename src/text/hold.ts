import type { Hold } from '#contract/wallet.ts'
import { texts } from './catalogue.ts'

const guardiansText = (count: number): string =>
  count === 1 ? 'One more guardian has to agree.' : `${count} more guardians have to agree.`

export const holdText = texts('hold', {
  /** That sends are held, and what ends it. */
  note: ({ owner, operator, guardians, isWhole }: Hold): string =>
    [
      isWhole
        ? 'Sends of this wallet are paused for a check.'
        : 'Sends of this wallet on one network are paused for a check.',
      'Nothing is lost, and you can still receive.',
      ...(owner ? ['You have to agree before it goes on.'] : []),
      ...(guardians > 0 ? [guardiansText(guardians)] : []),
      ...(operator ? ['An operator has to end it: write to support if nobody told you why.'] : []),
      ...(owner || operator || guardians > 0 ? [] : ['Everybody has agreed: it ends with your next send.']),
    ].join(' '),
  review: 'Review',
})
