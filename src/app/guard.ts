import type { TwoFactorStep } from '#contract/status.ts'

/**
 * Who a route is for: 'in' signed-in users, 'out' everyone else, 'setup' those who set up two-factor
 * authentication, which happens before signing in and again when restoring it.
 */
export type Audience = 'in' | 'out' | 'setup'

export interface Visitor {
  logged: boolean
  step: TwoFactorStep | null
}

/** Whether the visitor has to go to / instead. */
export const isTurnedAway = (audience: Audience, { logged, step }: Visitor): boolean => {
  switch (audience) {
    case 'in':
      return !logged
    case 'out':
      return logged
    case 'setup':
      return logged && step !== 'restore-2fa'
    default:
      return audience satisfies never
  }
}
