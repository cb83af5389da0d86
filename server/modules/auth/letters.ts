import type {
  AuthenticatorMail,
  RecoveryAskedMail,
  RecoveryGrantedMail,
  RecoveryMail,
  SignInMail,
} from '#server/mail/words/said.ts'
import type { Writing } from '#server/mail/write.ts'

export const shortId = (requestId: string): string => requestId.replace(/\D/g, '').slice(0, 2)

interface CodeContent {
  id: string
  code: string
  /** Secret of the link that admits a browser. */
  browser: string
  base: string
}

export const codeLetter = (to: string, { id, code, browser, base }: CodeContent): Writing => {
  // A fragment stays in the browser: no server and no log sees the code.
  const page = `${base}/verify?id=${id}`
  const links = { link: `${page}#code=${code}`, browserLink: `${page}#browser=${browser}` }
  return { to, say: (words) => words.code({ short: shortId(id), code, ...links }) }
}

export const wrongCodesLetter = (to: string, support: string | undefined): Writing => ({
  to,
  say: (words) => words.wrongCodes({ support }),
})

export const signedInLetter = (to: string, news: SignInMail): Writing => ({
  to,
  say: (words) => words.signedIn(news),
})

export const authenticatorLetter = (
  to: string,
  news: Omit<AuthenticatorMail, 'by'>,
  by: AuthenticatorMail['by'],
): Writing => ({ to, say: (words) => words.authenticator({ ...news, by }) })

export const frozenLetter = (to: string, support: string | undefined): Writing => ({
  to,
  say: (words) => words.frozen({ support }),
})

/** Nobody who has lost both factors has another way back; whoever has not stops it. */
export const recoveryLetter = (to: string, recovery: RecoveryMail): Writing => ({
  to,
  say: (words) => words.recovery(recovery),
})

/** Asks a guardian for his word. */
export const recoveryAskedLetter = (to: string, asked: RecoveryAskedMail): Writing => ({
  to,
  say: (words) => words.recoveryAsked(asked),
})

export const recoveryGrantedLetter = (to: string, granted: RecoveryGrantedMail): Writing => ({
  to,
  say: (words) => words.recoveryGranted(granted),
})

/** `from`: ISO, when an operator may lift the freeze. */
export const noticeLetter = (to: string, from: string, support: string | undefined): Writing => ({
  to,
  say: (words) => words.notice({ from, support }),
})

export const operatorLiftedLetter = (to: string, support: string | undefined): Writing => ({
  to,
  say: (words) => words.operatorLifted({ support }),
})

/** Everybody's records are of an earlier day again. */
export const putBackLetter = (to: string, support: string | undefined): Writing => ({
  to,
  say: (words) => words.putBack({ support }),
})

/** Asks a wallet's owner or a guardian for his word. `link` is where he gives it. */
export const releaseLetter = (
  to: string,
  address: string,
  link: string,
  support: string | undefined,
): Writing => ({ to, say: (words) => words.release({ address, link, support }) })

export const liftedLetter = (to: string, isRestored: boolean, support: string | undefined): Writing => ({
  to,
  say: (words) => words.lifted({ isRestored, support }),
})
