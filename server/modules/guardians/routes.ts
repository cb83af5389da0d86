import type { FastifyInstance } from 'fastify'
import {
  confirmInvite,
  disableApprovalFlow,
  enableApprovalFlow,
  getApprovalLog,
  getConfirmationMessage,
  inviteApprover,
  listApprovers,
  listInvites,
  rejectInvite,
  resendInvite,
  retireApprover,
  setupApprovalFlow,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { listGuardedWallets } from '#contract/endpoints/wallet.ts'
import type { Guard } from '#server/http/access.ts'
import { page } from '#server/http/page.ts'
import { route } from '#server/http/route.ts'
import type { Guardians } from './service.ts'

export const registerGuardians = (app: FastifyInstance, guard: Guard, guardians: Guardians): void => {
  route(app, guard, inviteApprover, ({ params, body }, { user }) =>
    guardians.invite(user.id, params.id, body.email),
  )
  route(app, guard, listApprovers, async ({ params, query }, { user }) =>
    page(await guardians.approvers(user.id, params.id), query),
  )
  route(app, guard, retireApprover, ({ params }, { user }) =>
    guardians.retire(user.id, params.id, params.approverId),
  )
  route(app, guard, setupApprovalFlow, ({ params, body }, { user }) =>
    guardians.setConsensus(user.id, params.id, body.consensus),
  )
  route(app, guard, enableApprovalFlow, ({ params }, { user }) => guardians.enable(user.id, params.id))
  route(app, guard, disableApprovalFlow, ({ params }, { user }) => guardians.disable(user.id, params.id))

  route(app, guard, listInvites, async ({ query }, { user }) =>
    page(await guardians.invites(user.email), query),
  )
  route(app, guard, getConfirmationMessage, ({ params, query }, { user }) =>
    guardians.message(user, params.id, query.walletId),
  )
  route(app, guard, signInviteConfirmation, ({ params, body }, { user }) =>
    guardians.sign(user, params.id, body),
  )
  route(app, guard, confirmInvite, ({ params, body }, { user }) => guardians.confirm(user, params.id, body))
  route(app, guard, rejectInvite, ({ params }, { user }) => guardians.reject(user, params.id))
  route(app, guard, resendInvite, ({ params }, { user }) => guardians.resend(user.id, params.id))

  route(app, guard, listGuardedWallets, async ({ query }, { user }) =>
    page(await guardians.guarded(user.email), query),
  )
  route(app, guard, getApprovalLog, ({ params }, { user }) => guardians.log(user, params.id))
}
