import type { FastifyInstance } from 'fastify'
import {
  approveTransaction,
  getApprovalMessage,
  listApprovals,
  rejectTransaction,
  signApproval,
} from '#contract/endpoints/guardian.ts'
import type { Guard } from '#server/http/access.ts'
import { page } from '#server/http/page.ts'
import { route } from '#server/http/route.ts'
import type { ApprovalFlow } from './service.ts'

export const registerApprovals = (app: FastifyInstance, guard: Guard, approvals: ApprovalFlow): void => {
  route(app, guard, listApprovals, async ({ query }, { user }) => page(await approvals.list(user.id), query))
  route(app, guard, getApprovalMessage, ({ params }, { user }) => approvals.message(user.id, params.txId))
  route(app, guard, signApproval, ({ params, body }, { user }) => approvals.sign(user.id, params.txId, body))
  route(app, guard, approveTransaction, ({ params, body }, { user }) =>
    approvals.approve(user.id, params.txId, body),
  )
  route(app, guard, rejectTransaction, ({ params, body }, { user }) =>
    approvals.reject(user.id, params.txId, body.reason),
  )
}
