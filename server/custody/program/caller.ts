import type { Calls } from '#server/custody/port.ts'

/**
 * Who asks custody: `web` serves people, `chains` carries on what they decided and follows the chains, `dapps` answers
 * dApps. Each has a socket, or a certificate, of its own.
 */
export const CALLERS = ['web', 'chains', 'dapps'] as const
export type Caller = (typeof CALLERS)[number]

/** Who may make each call. */
export const CALLER_OF: Readonly<Record<keyof Calls, Caller>> = {
  startSignIn: 'web',
  admitBrowser: 'web',
  verifySignIn: 'web',
  identify: 'web',
  halfSession: 'web',
  setupAuthenticator: 'web',
  completeSetup: 'web',
  completeOtp: 'web',
  completeBackup: 'web',
  stepUp: 'web',
  restoreAuthenticator: 'web',
  completeRestore: 'web',
  backupCodes: 'web',
  makeBackupCodes: 'web',
  session: 'web',
  keepSession: 'web',
  signOut: 'web',
  signOutAll: 'web',
  sweepPeople: 'web',
  importOpen: 'web',
  importPerson: 'web',
  importInvite: 'web',
  closeImport: 'web',
  identity: 'web',
  overview: 'web',
  createWalletKey: 'web',
  setPolicy: 'web',
  policies: 'web',
  required: 'web',
  approvalLog: 'web',
  exportLog: 'web',
  invites: 'web',
  invite: 'web',
  renewInvite: 'web',
  endInvite: 'web',
  issueInvite: 'web',
  confirmInvite: 'web',
  propose: 'web',
  cancel: 'web',
  issueApproval: 'web',
  signIssued: 'web',
  approve: 'web',
  decline: 'web',
  approvalState: 'web',
  wallet: 'chains',
  end: 'chains',
  signEvmTransaction: 'chains',
  signedTransaction: 'chains',
  signMessage: 'dapps',
  messageSignature: 'dapps',
  dropMessage: 'dapps',
}
