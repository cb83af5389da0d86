import { texts } from './catalogue.ts'

/** The frame around the signed-in screens, and what lies over all of them. */
export const appText = texts('app', {
  navigation: 'Main',
  wallets: 'My Wallets',
  hub: 'Guardian Hub',
  logOut: 'Log Out',
  inbox: 'Inbox',
  inboxWaiting: (count: number) => `Inbox, ${count} waiting for you`,
  waiting: (count: number) => `${count} waiting for you`,
  theme: (theme: string) => `Theme: ${theme}`,

  offline: 'You are offline. Showing saved data.',
  down: 'No connection. Showing saved data.',

  menu: {
    /** While the address is being read. */
    account: 'Account',
    settings: 'Settings',
    book: 'Address book',
    notifications: 'Notifications',
    install: 'Install app',
    codes: 'Backup codes',
    theme: 'Theme',
    everywhere: 'Sign out on all devices',
  },

  errorCode: 'Error code',
  copyErrorCode: 'Copy error code',

  notifications: 'Notifications',
  allowed: { granted: 'On', default: 'Off', denied: 'Blocked', unsupported: 'Not supported' },
  explained: {
    granted: 'Notifications are on. They appear while this page is in the background.',
    default: 'Countersign can tell you when a DApp or a transaction waits for your answer.',
    denied:
      'This browser blocks notifications from Countersign. Open the site settings beside the address bar, set Notifications to Allow, then load the page again.',
    unsupported: 'This browser has no notifications for web pages.',
  },
  enable: 'Enable',
  sendTest: 'Send a test',
  testWorks: 'Notifications work.',

  walletCreated: (name: string) => `Wallet ${name} is already created!`,
})
