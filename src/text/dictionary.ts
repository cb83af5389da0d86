import type { InWords } from '#domain/inwords.ts'
import type { activityText } from './activity.ts'
import type { appText } from './app.ts'
import type { asksText } from './asks.ts'
import type { assetText } from './asset.ts'
import type { assetsText } from './assets.ts'
import type { authText } from './auth.ts'
import type { boundaryText } from './boundary.ts'
import type { Words } from './catalogue.ts'
import type { commonText } from './common.ts'
import type { contactsText } from './contacts.ts'
import type { dappsText } from './dapps.ts'
import type { freezeText } from './freeze.ts'
import type { guardiansText } from './guardians.ts'
import type { holdText } from './hold.ts'
import type { hubText } from './hub.ts'
import type { inboxText } from './inbox.ts'
import type { installText } from './install.ts'
import type { kitText } from './kit.ts'
import type { notificationsText } from './notifications.ts'
import type { offerText } from './offer.ts'
import type { onboardingText } from './onboarding.ts'
import type { protectionText } from './protection.ts'
import type { reachText } from './reach.ts'
import type { receiveText } from './receive.ts'
import type { recoverText } from './recover.ts'
import type { releaseText } from './release.ts'
import type { replaceText } from './replace.ts'
import type { sandboxText } from './sandbox.ts'
import type { scanText } from './scan.ts'
import type { sendText } from './send.ts'
import type { settingsText } from './settings.ts'
import type { signInText } from './signin.ts'
import type { statementText } from './statement.ts'
import type { stepUpText } from './stepup.ts'
import type { switcherText } from './switcher.ts'
import type { transactionText } from './transaction.ts'
import type { updateText } from './update.ts'
import type { walletNameText } from './walletname.ts'
import type { walletsText } from './wallets.ts'
import type { walletStateText } from './walletstate.ts'

/** Every text in another language: what misses one fails to compile. */
export interface Dictionary {
  activity: Words<typeof activityText>
  app: Words<typeof appText>
  asks: Words<typeof asksText>
  asset: Words<typeof assetText>
  assets: Words<typeof assetsText>
  auth: Words<typeof authText>
  boundary: Words<typeof boundaryText>
  common: Words<typeof commonText>
  contacts: Words<typeof contactsText>
  dapps: Words<typeof dappsText>
  /** Says what the server says. */
  errors: InWords
  freeze: Words<typeof freezeText>
  guardians: Words<typeof guardiansText>
  hold: Words<typeof holdText>
  hub: Words<typeof hubText>
  inbox: Words<typeof inboxText>
  install: Words<typeof installText>
  kit: Words<typeof kitText>
  notifications: Words<typeof notificationsText>
  offer: Words<typeof offerText>
  onboarding: Words<typeof onboardingText>
  protection: Words<typeof protectionText>
  reach: Words<typeof reachText>
  receive: Words<typeof receiveText>
  recover: Words<typeof recoverText>
  release: Words<typeof releaseText>
  replace: Words<typeof replaceText>
  sandbox: Words<typeof sandboxText>
  /** Says what rules of the domain say; undefined for what none of them says. */
  sayings: (english: string) => string | undefined
  scan: Words<typeof scanText>
  send: Words<typeof sendText>
  settings: Words<typeof settingsText>
  signIn: Words<typeof signInText>
  statement: Words<typeof statementText>
  stepUp: Words<typeof stepUpText>
  switcher: Words<typeof switcherText>
  transaction: Words<typeof transactionText>
  update: Words<typeof updateText>
  walletName: Words<typeof walletNameText>
  wallets: Words<typeof walletsText>
  walletState: Words<typeof walletStateText>
}
