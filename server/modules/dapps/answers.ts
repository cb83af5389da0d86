import type { RequestStatus } from '#contract/status.ts'
import { requestKind } from '#domain/dapp.ts'
import { makeSingles } from '#server/async/single.ts'
import { isTrouble } from '#server/custody/custody.ts'
import type { Answer } from '#server/dapps/message.ts'
import type { Client } from '#server/dapps/remote.ts'
import type { Connection } from './connection.ts'
import type { DappDeps } from './deps.ts'
import { NOT_CONFIRMED } from './fault.ts'
import { messageOf } from './message.ts'
import type { Owners } from './owners.ts'
import * as store from './store.ts'
import { viewRequest } from './view.ts'

type Request = store.RequestRow

/** What dApps hear about their requests, once each. */
export const makeAnswers = (
  deps: DappDeps,
  connection: Connection,
  owners: Owners,
  /** Tells whoever has the client that there is something to answer. */
  nudge: () => Promise<void>,
) => {
  const { db, log, custody } = deps
  const delivering = makeSingles<void>()

  /** The one way in which a request gets its answer: written down first. False when it is decided already. */
  const decide = async (
    row: Request,
    from: RequestStatus,
    status: 'rejected' | 'executed',
    answer: Answer | null,
  ): Promise<boolean> => {
    const moved = await owners.change(row.walletId, async (tx, tell) => {
      const changed = await store.moveRequest(tx, row.id, from, { status, answer })
      if (changed) tell('wc-session:request-result', viewRequest(changed))
      return changed
    })
    if (moved && connection.isElsewhere()) {
      await nudge().catch((error: unknown) => log.warn({ err: error }, 'An answer waits for the next look'))
    } else if (moved) void deliver(moved)
    return moved !== undefined
  }

  /** What custody's journal allows to be answered to a confirmed message; undefined when it knows of no confirmation. */
  const signatureOf = async (row: Request): Promise<string | undefined> => {
    const session = await store.findSession(db, row.sessionId)
    if (!session) return undefined
    try {
      return (await custody.messageSignature(messageOf(row, session))).signature
    } catch (error) {
      if (isTrouble(error)) throw error
      log.error({ err: error, requestId: row.id }, 'A row says that its owner confirmed it; custody does not')
      return undefined
    }
  }

  /** Signatures lie in no row: custody gives them anew, and only what the owner confirmed for this dApp. */
  const answerOf = async (row: Request): Promise<Answer | null> => {
    if (row.status !== 'executed' || requestKind(row) !== 'personal-sign') return row.answer
    const result = await signatureOf(row)
    if (result !== undefined) return { result }
    await decide(row, 'executed', 'rejected', { error: NOT_CONFIRMED })
    return null
  }

  const sendAnswer = async (client: Client, row: Request): Promise<void> => {
    const session = await store.findSession(db, row.sessionId)
    if (session?.status === 'connected') {
      if (!(await client.connected())) return
      const answer = await answerOf(row)
      if (answer === null) return
      await client.respond(row.topic, row.rpcId, answer)
    }
    await store.markAnswered(db, row.id)
  }
  /** Answers what is decided; what does not get through is tried again by the next round. */
  const deliver = (row: Request): Promise<void> => {
    const client = connection.client()
    const isDecided = row.status === 'rejected' || row.status === 'executed'
    if (!client || !isDecided || row.answered) return delivering.current(row.id) ?? Promise.resolve()
    return delivering.run(row.id, () =>
      sendAnswer(client, row).catch((error: unknown) =>
        log.warn({ err: error, requestId: row.id }, 'An answer was not sent yet'),
      ),
    )
  }

  /** Takes up a message whose confirmation lies in custody, after a crash. */
  const resume = async (row: Request): Promise<void> => {
    const isConfirmed = requestKind(row) === 'personal-sign' && (await signatureOf(row)) !== undefined
    if (isConfirmed) await decide(row, 'confirmed', 'executed', null)
    else await decide(row, 'confirmed', 'rejected', { error: NOT_CONFIRMED })
  }

  return { decide, deliver, resume, idle: () => delivering.idle() }
}
export type Answers = ReturnType<typeof makeAnswers>
