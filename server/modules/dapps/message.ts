import { DRAWN_OTHERWISE } from '#domain/drawn.ts'
import type { Asked, Custody } from '#server/custody/custody.ts'
import { CustodyRefusal, isTrouble } from '#server/custody/custody.ts'
import { AppError, conflict, passedOn } from '#server/error.ts'
import type { RequestRow, SessionRow } from './store.ts'

/** What a personal_sign request asks custody to sign, and for whom, as the two rows say. */
export const messageOf = (row: RequestRow, session: SessionRow): Asked<'messageSignature'> => ({
  walletId: row.walletId,
  requestId: row.id,
  blockchain: row.blockchain,
  topic: row.topic,
  name: session.proposerMeta?.name ?? '',
  url: session.proposerMeta?.url ?? '',
  data: String(row.params[0]),
})

/** Custody's refusals as answers for the owner. */
const answerOf = (error: unknown): unknown => {
  if (!(error instanceof CustodyRefusal) || isTrouble(error)) return error
  switch (error.code) {
    case 'SignedOut':
      return new AppError('UnauthorizedError', passedOn(error.message))
    case 'WrongOwner':
      return new AppError('ForbiddenError', passedOn(error.message))
    case 'TransactionChanged':
    case 'BadInput':
      return conflict(DRAWN_OTHERWISE)
    default:
      return conflict(passedOn(error.message))
  }
}

/** Has the owner's confirmation written down in custody. What custody refuses stays undecided. */
export const confirmInCustody = async (custody: Custody, ask: Asked<'signMessage'>): Promise<void> => {
  try {
    await custody.signMessage(ask)
  } catch (error) {
    throw answerOf(error)
  }
}
