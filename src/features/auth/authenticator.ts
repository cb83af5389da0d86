/** The authenticator apps that are offered, by the name that their address carries. */
export const authenticators = {
  'google-authenticator': {
    name: 'Google Authenticator',
    modal: 'download-google-authy',
    icon: 'shield-check',
    stores: [
      { name: 'App Store', url: 'https://apps.apple.com/app/google-authenticator/id388497605' },
      {
        name: 'Google Play',
        url: 'https://play.google.com/store/apps/details?id=com.google.android.apps.authenticator2',
      },
    ],
  },
  authy: {
    name: 'Authy',
    modal: 'download-authy',
    icon: 'key-round',
    stores: [
      { name: 'App Store', url: 'https://apps.apple.com/app/twilio-authy/id494168017' },
      { name: 'Google Play', url: 'https://play.google.com/store/apps/details?id=com.authy.authy' },
    ],
  },
} as const

export type AuthenticatorId = keyof typeof authenticators
export type Authenticator = (typeof authenticators)[AuthenticatorId]

export const authenticatorIds = Object.keys(authenticators) as AuthenticatorId[]
