import { texts } from './catalogue.ts'

/** What the first screen says: small, since it comes with it. */
export const signInText = texts('signIn', {
  continue: 'Continue with Email',
  email: 'Email',
  expired: 'Your sign-in took too long and has expired. Enter your email to start again.',
  google: 'Continue with Google',
  lead: 'Enter your email and we will send you a code.',
  noGoogle: 'Google sign-in is not configured',
  offline: 'You are offline. Connect to the internet to continue.',
  down: 'No connection. Wait until it is back to continue.',
  or: 'or',
  promise: 'Put a second signature on every transfer.',
  sandbox: 'Sandbox · test money',
  title: 'Sign In',
})
