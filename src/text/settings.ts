import type { AccountRecord } from '#contract/account.ts'
import { texts } from './catalogue.ts'

const someone = (email: string | null | undefined) => email || 'A Guardian'

/** The page of settings. */
export const settingsText = texts('settings', {
  title: 'Settings',
  sections: 'Settings',

  sessions: {
    title: 'Sessions and devices',
    lead: 'Where you are signed in',
    what: 'Sessions',
    endOthers: 'Sign out everywhere else',
    end: 'Sign out',
    endOf: (name: string) => `Sign out ${name}`,
    here: 'This device',
    unknown: 'Unknown browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    since: (day: string) => `Since ${day}`,
    now: 'Active now',
    minutes: (count: number) => `Active ${count === 1 ? '1 minute' : `${count} minutes`} ago`,
    hours: (count: number) => `Active ${count === 1 ? '1 hour' : `${count} hours`} ago`,
    active: (day: string) => `Active ${day}`,
    ended: 'Signed out there.',
    allEnded: 'Signed out everywhere else.',
  },

  factors: {
    title: 'Authenticator and backup codes',
    short: 'Authenticator',
    lead: 'The 6-digit codes, and what replaces them',
    what: 'Your factors',
    app: 'Authenticator app',
    since: (day: string) => `On since ${day}`,
    codes: 'Backup codes',
    codesLead: 'Each signs you in once without the app',
    left: (left: number, total: number) => `${left} of ${total} left`,
    none: 'None left',
    view: 'View',
    viewCodes: 'View backup codes',
  },

  log: {
    title: 'Account log',
    lead: 'What happened with this account, newest first',
    what: 'The account log',
    all: 'Show all',
    latest: (shown: number, total: number) => `The latest ${shown} of ${total}.`,
    titles: {
      'signed-in': () => 'Signed in',
      'signed-in-backup': () => 'Signed in with a backup code',
      'sessions-ended': ({ count }) => (count && count > 1 ? `${count} sessions ended` : 'Session ended'),
      'stepped-up': () => 'Confirmed with a code',
      'wrong-code': () => 'Wrong code entered',
      'authenticator-set': () => 'Authenticator set up',
      'authenticator-changed': () => 'Authenticator replaced',
      'backup-codes-made': () => 'Backup codes generated',
      'backup-code-used': () => 'Backup code used',
      'provider-linked': () => 'Google sign-in linked',
      frozen: () => 'Account frozen by the link of a mail',
      unfrozen: () => 'Account no longer frozen',
      'recovery-noticed': () => 'Loss of your factors reported',
      'recovery-refused': () => 'Report of lost factors refused',
      'restore-undone': () => 'Earlier authenticator put back',
      'guardian-invited': ({ email }) => `${someone(email)} invited as a Guardian`,
      'guardian-joined': ({ email }) => `${someone(email)} became a Guardian`,
      'guardian-removed': ({ email }) => `${someone(email)} is no longer a Guardian`,
      'invite-withdrawn': ({ email }) => `Invitation of ${someone(email)} ended`,
      'invite-declined': ({ email }) => `${someone(email)} declined to be a Guardian`,
      'approval-on': () => 'Guardian approval switched on',
      'approval-off': () => 'Guardian approval switched off',
      consensus: ({ from, to, of }) => `Guardian approval changed from ${from} to ${to} of ${of}`,
      unknown: () => 'Something changed',
    } satisfies Record<AccountRecord['type'], (record: AccountRecord) => string>,
  },

  notices: {
    title: 'Notifications',
    lead: 'On this device',
    groups: {
      approvals: { title: 'Approvals', lead: 'A transfer waits for your decision' },
      dapps: { title: 'DApp requests', lead: 'A DApp wants to connect, sign or send' },
      transfers: { title: 'My transfers', lead: 'Approved, declined, received' },
    },
    security: 'Security',
    securityLead: 'By e-mail: new sign-in, changed Guardians, weaker rules',
    always: 'Always on',
    single: 'Choose one by one',
  },

  display: {
    title: 'Display',
    lead: 'How this browser shows Countersign',
    hide: 'Hide amounts',
    hideLead: 'Everywhere but where you decide on one',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
    format: 'Number and date format',
    sameAsLanguage: 'As the language',
  },

  install: {
    title: 'Install',
    lead: 'Countersign as an app of its own',
    installed: 'Countersign runs as an app of its own here already.',
    offer: 'Opens in a window of its own, from your home screen or dock.',
    install: 'Install app',
  },
})
