import { texts } from './catalogue.ts'

export const protectionText = texts('protection', {
  protected: 'Protected',
  approve: (count: number, of: number) => `${count} of ${of} Guardians must approve`,
  unprotected: 'Unprotected',
  add: 'Add a Guardian',
  notYet: 'Not protected yet',
  invited: (count: number) => `${count} invited`,
  weaker: (when: string) => `Weaker rules start ${when}`,
  frozen: 'Frozen by a Guardian',
  held: 'Paused for a check. Nothing is lost.',

  /** Beside the switch, and before a send. */
  missing: 'Not protected yet: no Guardian has accepted',
})
