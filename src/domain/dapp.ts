import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { chainName } from './chain.ts'
import { isPending } from './pending.ts'

/** Sessions that the DApps tab lists, whatever else the server flags. */
export const listedSessions = <T extends Pick<WcSession, 'status' | 'deletedAt' | 'shouldShow'>>(
  sessions: readonly T[],
): T[] =>
  sessions.filter(
    ({ status, deletedAt, shouldShow }) =>
      shouldShow && !deletedAt && status !== 'rejected' && status !== 'created',
  )

/** `app.example:8443` of an address that a dApp gives; empty when it gives none. What stands before an @ is no host. */
export const hostOf = (url: string): string => {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/\\?#\s]+)/i.exec(url.trim())?.[1] ?? ''
  return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
}

/** What the owner can do with a session; undefined when it is settled. */
export const sessionAction = ({
  status,
}: Pick<WcSession, 'status'>): 'disconnect' | 'connect' | undefined => {
  switch (status) {
    case 'connected':
      return 'disconnect'
    case 'pending-approval':
      return 'connect'
    default:
      return undefined
  }
}

/** At least one session of the wallet is connected. */
export const isConnected = (sessions: readonly Pick<WcSession, 'status' | 'deletedAt'>[]): boolean =>
  sessions.some(({ status, deletedAt }) => status === 'connected' && !deletedAt)

export type RequestKind = 'personal-sign' | 'send-transaction'

/** The dialog that reviews a request; undefined for a method that is not available. */
export const requestKind = ({ method }: Pick<WcRequest, 'method'>): RequestKind | undefined => {
  switch (method) {
    case 'personal_sign':
      return 'personal-sign'
    case 'eth_sendTransaction':
      return 'send-transaction'
    default:
      return undefined
  }
}

/** What waits for the owner's answer: proposals that are not answered yet. */
export const pendingSessions = <T extends Pick<WcSession, 'status' | 'deletedAt' | 'shouldShow'>>(
  sessions: readonly T[],
): T[] => listedSessions(sessions).filter(({ status }) => status === 'pending-approval')

/** Names of the networks that a dApp may use: those that it asked for. */
export const sessionNetworks = ({ blockchains }: Pick<WcSession, 'blockchains'>): string[] =>
  (blockchains ?? []).map(chainName)

/** The red dot of the requests: one waits, other than those that are known to be not available. */
export const hasRequestDot = (
  requests: readonly Pick<WcRequest, 'id' | 'method' | 'status'>[],
  seen: ReadonlySet<string>,
): boolean => requests.some((item) => isPending(item) && (requestKind(item) || !seen.has(item.id)))
