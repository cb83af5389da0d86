import * as z from 'zod/mini'
import { Digest, WcQuote, WcRequest, WcSession } from '#contract/dapp.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Empty, OptionalWalletQuery, reading } from '#contract/page.ts'
import { Id, list, Units } from '#contract/primitive.ts'

const WalletBody = z.strictObject({ walletId: Id })

export const listSessions = endpoint({
  method: 'GET',
  path: 'wallet-connect/sessions',
  access: 'sid',
  query: z.strictObject({ walletId: z.optional(Id), ...reading }),
  reply: list(WcSession),
})

export const listActiveSessions = endpoint({
  method: 'GET',
  path: 'wallet-connect/sessions/active',
  access: 'sid',
  query: OptionalWalletQuery,
  reply: list(WcSession),
})

export const listPendingSessions = endpoint({
  method: 'GET',
  path: 'wallet-connect/sessions/pending',
  access: 'sid',
  query: OptionalWalletQuery,
  reply: list(WcSession),
})

export const connectSession = endpoint({
  method: 'POST',
  path: 'wallet-connect/sessions/connect',
  access: 'owner',
  body: z.strictObject({ uri: z.string().check(z.trim(), z.minLength(1), z.maxLength(2048)), walletId: Id }),
  reply: WcSession,
  status: 201,
})

export const getSession = endpoint({
  method: 'GET',
  path: 'wallet-connect/sessions/{id}',
  access: 'owner',
  reply: WcSession,
})

export const getSessionIcon = endpoint({
  method: 'GET',
  path: 'wallet-connect/sessions/{id}/icon',
  access: 'owner',
  reply: null,
  binary: true,
})

export const approveSession = endpoint({
  method: 'POST',
  path: 'wallet-connect/sessions/{id}/approve',
  access: 'owner',
  body: WalletBody,
  reply: WcSession,
})

export const rejectSession = endpoint({
  method: 'POST',
  path: 'wallet-connect/sessions/{id}/reject',
  access: 'owner',
  body: WalletBody,
  reply: WcSession,
})

export const disconnectSession = endpoint({
  method: 'POST',
  path: 'wallet-connect/sessions/{id}/disconnect',
  access: 'owner',
  body: WalletBody,
  reply: WcSession,
})

export const disconnectAllSessions = endpoint({
  method: 'POST',
  path: 'wallet-connect/sessions/disconnect-all',
  access: 'sid',
  body: z.strictObject({ walletId: z.optional(Id) }),
  reply: z.object({ count: z.number() }),
})

export const pingSession = endpoint({
  method: 'POST',
  path: 'wallet-connect/sessions/ping',
  access: 'owner',
  body: z.strictObject({ sessionId: Id }),
  reply: z.object({ ok: z.boolean() }),
})

export const listRequests = endpoint({
  method: 'GET',
  path: 'wallet-connect/requests',
  access: 'sid',
  query: z.strictObject({
    walletId: z.optional(Id),
    sessionId: z.optional(Id),
    status: z.optional(z.string().check(z.maxLength(64))),
    ...reading,
  }),
  reply: list(WcRequest),
})

export const getRequest = endpoint({
  method: 'GET',
  path: 'wallet-connect/requests/{id}',
  access: 'owner',
  reply: WcRequest,
})

/** Of a pending eth_sendTransaction. */
export const quoteRequest = endpoint({
  method: 'GET',
  path: 'wallet-connect/requests/{id}/quote',
  access: 'owner',
  reply: WcQuote,
})

/**
 * `digest`: SHA-256 (hex) of `drawnText` of what the owner was shown; when the request is another one by now, nothing is
 * confirmed (409). `maxFee`: smallest units, the ceiling that he was shown; above it nothing is confirmed.
 */
export const confirmRequest = endpoint({
  method: 'POST',
  path: 'wallet-connect/requests/{id}/confirm',
  access: 'owner',
  body: z.strictObject({ digest: Digest, maxFee: z.optional(Units) }),
  reply: WcRequest,
})

export const cancelRequest = endpoint({
  method: 'POST',
  path: 'wallet-connect/requests/{id}/cancel',
  access: 'owner',
  body: Empty,
  reply: WcRequest,
})
