/** What the steps of signing in say, from the code of the mail on. */
export const authText = {
  again: 'Send a New Code',
  sendingAgain: 'Sending a Code…',
  sentAgain: (mark: string) => `A new code was sent. Use the one from the email marked ${mark}.`,
  openAuthenticator: 'Open in Authenticator',
  codesHidden: 'Your codes are hidden.',
  showCodes: 'Show Codes',
}
