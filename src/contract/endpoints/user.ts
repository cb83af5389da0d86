import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { LANGUAGES } from '#contract/language.ts'
import { MARKETING_MAX_LENGTH } from '#contract/limit.ts'
import { NOTICE_KINDS } from '#contract/notice.ts'
import { Empty, PageQuery } from '#contract/page.ts'
import { Id, list } from '#contract/primitive.ts'
import { BackupCode, Role, User } from '#contract/user.ts'

export const listUsers = endpoint({
  method: 'GET',
  path: 'users',
  access: 'sid',
  query: PageQuery,
  reply: list(User),
})

export const getMyUser = endpoint({ method: 'GET', path: 'users/my', access: 'sid', reply: User })

/** What is left out stays as it is. */
export const updateMyUser = endpoint({
  method: 'POST',
  path: 'users/my/update',
  access: 'sid',
  body: z.strictObject({
    language: z.optional(z.nullable(z.enum(LANGUAGES))),
    startHidden: z.optional(z.boolean()),
  }),
  reply: User,
})

export const listRoles = endpoint({ method: 'GET', path: 'users/roles', access: 'sid', reply: z.array(Role) })

export const getUser = endpoint({ method: 'GET', path: 'users/{id}', access: 'sid', reply: User })

export const listBackupCodes = endpoint({
  method: 'GET',
  path: 'backup',
  access: 'sid',
  reply: z.array(BackupCode),
})

export const generateBackupCodes = endpoint({
  method: 'POST',
  path: 'backup/generate',
  access: 'sid',
  body: Empty,
  reply: z.array(BackupCode),
})

export const trackMarketing = endpoint({
  method: 'GET',
  path: 'marketing/tracking',
  access: 'sid',
  query: z.strictObject({ marketingId: z.string().check(z.minLength(1), z.maxLength(MARKETING_MAX_LENGTH)) }),
  reply: null,
})

export const subscribePush = endpoint({
  method: 'POST',
  path: 'push/subscriptions',
  access: 'sid',
  body: z.strictObject({
    endpoint: z.string().check(z.maxLength(2048)),
    keys: z.strictObject({
      p256dh: z.string().check(z.maxLength(256)),
      auth: z.string().check(z.maxLength(256)),
    }),
    /** What this browser is to be told of; without it, of everything that waits for an answer. */
    kinds: z.optional(z.array(z.enum(NOTICE_KINDS)).check(z.maxLength(NOTICE_KINDS.length))),
  }),
  reply: null,
})

export const unsubscribePush = endpoint({
  method: 'POST',
  path: 'push/subscriptions/remove',
  access: 'sid',
  body: z.strictObject({ endpoint: z.string().check(z.maxLength(2048)) }),
  reply: null,
})

/** Webhook bodies: parsed by the module that owns them, after their signature. */
export const operationsCallback = endpoint({
  method: 'POST',
  path: 'guardian-wallet/callback/operations',
  access: 'hmac',
  body: z.strictObject({
    operationId: Id,
    type: z.enum(['wallet', 'transaction']),
    entityId: Id,
    status: z.string().check(z.maxLength(64)),
    txHash: z.optional(z.string().check(z.maxLength(128))),
    reason: z.optional(z.string().check(z.maxLength(512))),
    at: z.string().check(z.maxLength(64)),
  }),
  reply: null,
})

export const eventsCallback = endpoint({
  method: 'POST',
  path: 'guardian-wallet/callback/events',
  access: 'hmac',
  body: z.strictObject({
    eventId: Id,
    type: z.enum(['kyc.completed', 'deposit', 'wallet.status']),
    address: z.optional(z.string().check(z.maxLength(128))),
    walletId: z.optional(Id),
    payload: z.optional(z.unknown()),
    at: z.string().check(z.maxLength(64)),
  }),
  reply: null,
})
