import type { Dictionary } from '#text/dictionary.ts'
import { activity } from './activity.ts'
import { app } from './app.ts'
import { asks } from './asks.ts'
import { asset } from './asset.ts'
import { assets } from './assets.ts'
import { auth } from './auth.ts'
import { boundary } from './boundary.ts'
import { common } from './common.ts'
import { contacts } from './contacts.ts'
import { dapps } from './dapps.ts'
import { errors } from './errors.ts'
import { freeze } from './freeze.ts'
import { guardians } from './guardians.ts'
import { hold } from './hold.ts'
import { hub } from './hub.ts'
import { inbox } from './inbox.ts'
import { install } from './install.ts'
import { kit } from './kit.ts'
import { notifications } from './notifications.ts'
import { offer } from './offer.ts'
import { onboarding } from './onboarding.ts'
import { protection } from './protection.ts'
import { reach } from './reach.ts'
import { receive } from './receive.ts'
import { recover } from './recover.ts'
import { release } from './release.ts'
import { replace } from './replace.ts'
import { sandbox } from './sandbox.ts'
import { sayings } from './sayings.ts'
import { scan } from './scan.ts'
import { send } from './send.ts'
import { settings } from './settings.ts'
import { signIn } from './signin.ts'
import { statement } from './statement.ts'
import { stepUp } from './stepup.ts'
import { switcher } from './switcher.ts'
import { transaction } from './transaction.ts'
import { update } from './update.ts'
import { walletName } from './walletname.ts'
import { wallets } from './wallets.ts'
import { walletState } from './walletstate.ts'

/** Every text in German. */
export const all: Dictionary = {
  activity,
  app,
  asks,
  asset,
  assets,
  auth,
  boundary,
  common,
  contacts,
  dapps,
  errors,
  freeze,
  guardians,
  hold,
  hub,
  inbox,
  install,
  kit,
  notifications,
  offer,
  onboarding,
  protection,
  reach,
  receive,
  recover,
  release,
  replace,
  sandbox,
  sayings,
  scan,
  send,
  settings,
  signIn,
  statement,
  stepUp,
  switcher,
  transaction,
  update,
  walletName,
  wallets,
  walletState,
}
