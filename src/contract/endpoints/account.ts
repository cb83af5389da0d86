import { AccountRecord, Factors, OwnSession } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Empty, PageQuery } from '#contract/page.ts'
import { list } from '#contract/primitive.ts'

/** Where the user is signed in, the session that was used last first. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: 'sessions',
  access: 'sid',
  query: PageQuery,
  reply: list(OwnSession),
})

/** Of another session; both need a fresh second factor (D-226). */
export const endOwnSession = endpoint({
  method: 'POST',
  path: 'sessions/{id}/end',
  access: 'sid',
  body: Empty,
  reply: null,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: 'sessions/end-others',
  access: 'sid',
  body: Empty,
  reply: null,
})

/** Without a limit: the latest `LOG_PAGE`; `total` says how many there are. */
export const listAccountLog = endpoint({
  method: 'GET',
  path: 'account-log',
  access: 'sid',
  query: PageQuery,
  reply: list(AccountRecord),
})

export const getFactors = endpoint({ method: 'GET', path: 'factors', access: 'sid', reply: Factors })
