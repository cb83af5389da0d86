/** What a mail says, whatever the language: the functions of `words/` take these. */

export interface CodeMail {
  /** Two digits by which the page and the mail know each other. */
  short: string
  code: string
  link: string
  /** Admits the browser that opens it. */
  browserLink: string
}

/** Where help is, if anywhere. */
export interface Helped {
  support: string | undefined
}

export interface SignInMail extends Helped {
  /** From a browser that the account did not know. */
  isNew: boolean
  isBackup: boolean
  /** ISO. */
  at: string
  /** Until then (ISO) what began with a backup code sends and approves nothing. */
  heldUntil: string | undefined
  /** Link that freezes the account, for what began with a backup code. */
  freeze?: string | undefined
}

export interface AuthenticatorMail extends Pick<SignInMail, 'heldUntil' | 'support' | 'freeze'> {
  by: 'backup-code' | 'operator'
}

/** Times are ISO. */
export interface RecoveryMail extends Helped {
  from: string
  freeze: string
  page: string
  isGuarded: boolean
}

export interface RecoveryAskedMail extends Helped {
  owner: string
  address: string
  /** Where he gives his word. */
  link: string
}

export interface RecoveryGrantedMail extends Helped {
  until: string
  link: string
}

export interface ReleaseMail extends Helped {
  address: string
  link: string
}

export interface WaitingMail {
  owner: string
  walletName: string
  /** ISO. */
  expiresAt: string
  link: string
}

/** How many guardians of how many must approve. */
export interface Approvals {
  consensus: number
  guardians: number
}

export type RuleChange =
  | { kind: 'added' | 'removed'; email: string }
  | { kind: 'switched'; on: boolean }
  | { kind: 'consensus'; before: Approvals; after: Approvals }

export interface GuardiansMail {
  walletName: string
  owner: string
  changes: readonly RuleChange[]
  /** Earlier rules that bind until then (ISO). */
  lingering: { startsAt: string; consensus: number; confirmed: number } | undefined
}
