/** What the first screen says: small, since it comes with it. */
export const signInText = {
  expired: 'Your sign-in took too long and has expired. Enter your email to start again.',
}
