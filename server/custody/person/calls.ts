import type { Facts } from '#server/custody/disk/canary.ts'
import { type Asked, type Calls, type Input, parse } from '#server/custody/port.ts'
import { closeContacts, importContacts, sealContacts } from './contact.ts'
import {
  backupCodes,
  completeBackup,
  completeOtp,
  completeRestore,
  completeSetup,
  makeBackupCodes,
  restoreAuthenticator,
  setupAuthenticator,
  stepUp,
} from './factor.ts'
import { type Frozen, freezeAccount, undoRestore } from './freeze.ts'
import type { Grant, SignedSession } from './grant.ts'
import { closeImport, importPerson } from './import.ts'
import { type Factors, factors } from './log.ts'
import type { People } from './people.ts'
import { refuseRecovery } from './recovery.ts'
import {
  endOtherSessions,
  endSession,
  keepSession,
  type SessionView,
  session,
  sessions,
  signOut,
  signOutAll,
  sweep,
} from './session.ts'
import { admitBrowser, type FirstStep, findHalf, identify, startSignIn, verifySignIn } from './signin.ts'
import type { StoredCode } from './state.ts'

/**
 * Who somebody is: custody makes the codes, checks both factors and begins sessions. A session's cookie (`grant`) is
 * made here and kept nowhere; the web server passes it through.
 */
export interface PeopleCalls {
  /** A code for an address, known or not, which the caller mails; `browser` is the secret of the mail's other link. */
  startSignIn(ask: Asked<'startSignIn'>): Promise<{ id: string; code: string; browser: string }>
  /** Whose mail a link came with. From then on its secret is one of the browser's. */
  admitBrowser(ask: Asked<'admitBrowser'>): Promise<{ email: string }>
  verifySignIn(ask: Asked<'verifySignIn'>): Promise<FirstStep>
  /** An outside provider proved the address. */
  identify(ask: Asked<'identify'>): Promise<FirstStep>
  halfSession(ask: Asked<'halfSession'>): Promise<{ userId: string; email: string }>
  setupAuthenticator(ask: Asked<'setupAuthenticator'>): Promise<{ otpUri: string }>
  /** Instead of lost factors it ends every other session: `ids`. */
  completeSetup(ask: Asked<'completeSetup'>): Promise<Grant & { ids: string[] }>
  completeOtp(ask: Asked<'completeOtp'>): Promise<Grant>
  completeBackup(ask: Asked<'completeBackup'>): Promise<Grant>
  stepUp(ask: Asked<'stepUp'>): Promise<void>
  restoreAuthenticator(ask: Asked<'restoreAuthenticator'>): Promise<{ otpUri: string }>
  /** Ends every other session of this person, too: `ids`. */
  completeRestore(ask: Asked<'completeRestore'>): Promise<Grant & { ids: string[] }>
  /** By the link of a mail, which needs no session: nothing is sent, approved or loosened any more. */
  freezeAccount(ask: Asked<'freezeAccount'>): Promise<Frozen & { isNew: boolean; goesOn?: string }>
  /** By the same link and the authenticator that was valid before. Ends every session: `ids`. */
  undoRestore(ask: Asked<'undoRestore'>): Promise<Frozen & { ids: string[] }>
  /** By whoever is still signed in: an operator's notice about lost factors ends. */
  refuseRecovery(ask: Asked<'refuseRecovery'>): Promise<{ refused: boolean }>
  backupCodes(ask: Asked<'backupCodes'>): Promise<StoredCode[]>
  makeBackupCodes(ask: Asked<'makeBackupCodes'>): Promise<StoredCode[]>
  session(ask: Asked<'session'>): Promise<SignedSession>
  keepSession(ask: Asked<'keepSession'>): Promise<{ at: number }>
  /** Which of these are hashes of cookies whose sessions have not ended. Keeps none of them alive. */
  liveSessions(ask: Asked<'liveSessions'>): Promise<{ hashes: string[] }>
  /** Both answer the ids of the sessions that they ended. */
  signOut(ask: Asked<'signOut'>): Promise<{ ids: string[] }>
  signOutAll(ask: Asked<'signOutAll'>): Promise<{ ids: string[] }>
  /** Where this person is signed in. */
  sessions(ask: Asked<'sessions'>): Promise<SessionView[]>
  /** Both need a fresh second factor, and answer what they ended. */
  endSession(ask: Asked<'endSession'>): Promise<{ ids: string[] }>
  endOtherSessions(ask: Asked<'endOtherSessions'>): Promise<{ ids: string[] }>
  factors(ask: Asked<'factors'>): Promise<Factors>
  sweepPeople(ask: Asked<'sweepPeople'>): Promise<{ ids: string[] }>
  /** One take-over of the people of an older installation, closed for ever afterwards. */
  importOpen(ask: Asked<'importOpen'>): Promise<boolean>
  importPerson(ask: Asked<'importPerson'>): Promise<{ taken: boolean }>
  closeImport(ask: Asked<'closeImport'>): Promise<void>
  /** For each contact that whoever is signed in saves: a signature over `contactText`, in their order. */
  sealContacts(ask: Asked<'sealContacts'>): Promise<{ seals: string[] }>
  /** Once, the same of contacts that an older version left without a seal; closed for ever afterwards. */
  contactsOpen(ask: Asked<'contactsOpen'>): Promise<boolean>
  importContacts(ask: Asked<'importContacts'>): Promise<{ seals: string[] }>
  closeContacts(ask: Asked<'closeContacts'>): Promise<void>
}

export const peopleCalls = (facts: Facts, people: People): PeopleCalls => {
  const call =
    <K extends keyof Calls, R>(name: K, work: (people: People, input: Input<K>) => Promise<R>) =>
    async (message: Asked<K>): Promise<R> =>
      work(people, parse(name, message))

  return {
    startSignIn: call('startSignIn', startSignIn),
    admitBrowser: call('admitBrowser', admitBrowser),
    verifySignIn: call('verifySignIn', verifySignIn),
    identify: call('identify', identify),
    halfSession: call('halfSession', async (_, { half }) => {
      const { userId } = findHalf(people, half)
      return { userId, email: people.accountOf(userId)?.email ?? '' }
    }),
    setupAuthenticator: call('setupAuthenticator', setupAuthenticator),
    completeSetup: call('completeSetup', completeSetup),
    completeOtp: call('completeOtp', completeOtp),
    completeBackup: call('completeBackup', completeBackup),
    stepUp: call('stepUp', stepUp),
    restoreAuthenticator: call('restoreAuthenticator', restoreAuthenticator),
    completeRestore: call('completeRestore', completeRestore),
    freezeAccount: call('freezeAccount', freezeAccount),
    undoRestore: call('undoRestore', undoRestore),
    refuseRecovery: call('refuseRecovery', refuseRecovery),
    backupCodes: call('backupCodes', backupCodes),
    makeBackupCodes: call('makeBackupCodes', makeBackupCodes),
    session: call('session', session),
    keepSession: call('keepSession', keepSession),
    liveSessions: call('liveSessions', async (_, { hashes }) => ({
      hashes: hashes.filter(people.hasSession),
    })),
    signOut: call('signOut', signOut),
    signOutAll: call('signOutAll', signOutAll),
    sessions: call('sessions', sessions),
    endSession: call('endSession', endSession),
    endOtherSessions: call('endOtherSessions', endOtherSessions),
    factors: call('factors', factors),
    sweepPeople: call('sweepPeople', () => sweep(people)),
    importOpen: call('importOpen', async () => !people.isImportClosed()),
    importPerson: call('importPerson', (_, input) => importPerson(people, input)),
    closeImport: call('closeImport', () => closeImport(facts)),
    sealContacts: call('sealContacts', sealContacts),
    contactsOpen: call('contactsOpen', async () => !people.isBookClosed()),
    importContacts: call('importContacts', importContacts),
    closeContacts: call('closeContacts', () => closeContacts(facts)),
  }
}
