import type { FastifyInstance } from 'fastify'
import {
  approveTransaction,
  getApprovalMessage,
  listApprovals,
  rejectTransaction,
  signApproval,
} from '#contract/endpoints/guardian.ts'
import { callerIn, type Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import type { ApprovalFlow } from './service.ts'

export const registerApprovals = (app: FastifyInstance, guard: Guard, approvals: ApprovalFlow): void => {
  route(app, guard, listApprovals, ({ query }, { user }) => approvals.read(user.id, query))
  route(app, guard, getApprovalMessage, ({ params }, context) =>
    approvals.message(callerIn(context), params.txId),
  )
  route(app, guard, signApproval, ({ params, body }, context) =>
    approvals.sign(callerIn(context), params.txId, body),
  )
  route(app, guard, approveTransaction, ({ params, body }, context) =>
    approvals.approve(callerIn(context), params.txId, body),
  )
  route(app, guard, rejectTransaction, ({ params, body }, context) =>
    approvals.reject(callerIn(context), params.txId, body.reason),
  )
}
