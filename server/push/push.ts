import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { LogOutReason, PushData, PushName } from '#contract/push.ts'
import type { SocketLogin, SocketLoginFailed } from '#contract/socket.ts'

export type Admission = { ok: true; userId: string; sessionId: string } | ({ ok: false } & SocketLoginFailed)

/** What sockets must know of sessions. */
export interface Admit {
  mayConnect(request: IncomingMessage): boolean
  login(request: IncomingMessage, login: SocketLogin): Promise<Admission>
  isLive(sessionId: string): Promise<boolean>
  /** Which of these sessions have not ended, by custody's word. */
  live(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
}

export type Hear = <N extends PushName>(userId: string, name: N, data: PushData<N>) => void

export interface Push {
  /** To every socket of the user. Only after commit: see inTransaction. */
  emit<N extends PushName>(userId: string, name: N, data: PushData<N>): void
  /** Tells of every event that goes to a user, whether he has a socket or not. */
  hear(listener: Hear): void
  /** Tells the sockets of ended sessions, and closes them. */
  logOut(sessionIds: readonly string[], reason: LogOutReason): void
  /** Closes the sockets of a session without a word: they come back with the new cookie. */
  drop(sessionId: string): void
  attach(server: HttpServer, admit: Admit): void
  close(): Promise<void>
}
