export const stepUpText = {
  title: "Confirm it's you",
  lead: 'This needs a fresh code from your authenticator app.',
  backupLead: 'This needs one of your unused backup codes. Each works once.',
  useBackup: 'Use a backup code',
  useApp: 'Use the authenticator app',
}
