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
import { callerIn, type Guard } from '#server/http/access.ts'
import { readUnlessSame } from '#server/http/reading.ts'
import { route } from '#server/http/route.ts'
import type { Guardians } from './service.ts'

export const registerGuardians = (app: FastifyInstance, guard: Guard, guardians: Guardians): void => {
  route(app, guard, inviteApprover, ({ params, body }, context) =>
    guardians.invite(callerIn(context), params.id, body.email),
  )
  route(app, guard, listApprovers, ({ params, query }, { user }) =>
    guardians.readApprovers(user.id, params.id, query),
  )
  route(app, guard, retireApprover, ({ params }, context) =>
    guardians.retire(callerIn(context), params.id, params.approverId),
  )
  route(app, guard, setupApprovalFlow, ({ params, body }, context) =>
    guardians.setConsensus(callerIn(context), params.id, body.consensus),
  )
  route(app, guard, enableApprovalFlow, ({ params }, context) =>
    guardians.enable(callerIn(context), params.id),
  )
  route(app, guard, disableApprovalFlow, ({ params }, context) =>
    guardians.disable(callerIn(context), params.id),
  )

  route(app, guard, listInvites, ({ query }, { user }) => guardians.readInvites(user.id, user.email, query))
  route(app, guard, getConfirmationMessage, ({ params, query }, context) =>
    guardians.message(callerIn(context), params.id, query.walletId),
  )
  route(app, guard, signInviteConfirmation, ({ params, body }, context) =>
    guardians.sign(callerIn(context), params.id, body),
  )
  route(app, guard, confirmInvite, ({ params, body }, context) =>
    guardians.confirm(callerIn(context), params.id, body),
  )
  route(app, guard, rejectInvite, ({ params }, context) => guardians.reject(callerIn(context), params.id))
  route(app, guard, resendInvite, ({ params }, context) => guardians.resend(callerIn(context), params.id))

  route(app, guard, listGuardedWallets, async ({ query }, { user }) =>
    readUnlessSame(await guardians.guarded(user.email), query),
  )
  route(app, guard, getApprovalLog, ({ params }, context) => guardians.log(callerIn(context), params.id))
}
