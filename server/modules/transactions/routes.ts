import type { FastifyInstance } from 'fastify'
import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import {
  askHigherFee,
  cancelOnNetwork,
  replacementOf,
  speedUpTransaction,
  withdrawHigherFee,
} from '#contract/endpoints/replacement.ts'
import {
  cancelTransaction,
  estimateBitcoin,
  estimateEvm,
  listTransactions,
  sendBitcoin,
  sendEvm,
} from '#contract/endpoints/transaction.ts'
import { callerIn, type Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import type { Transactions } from './service.ts'

export const registerTransactions = (
  app: FastifyInstance,
  guard: Guard,
  transactions: Transactions,
): void => {
  route(app, guard, listTransactions, ({ query }, { user }) => transactions.list(user.id, query))
  route(app, guard, sendEvm, ({ params, body }, { request, ...context }) =>
    transactions.sendEvm(callerIn(context), params.id, body, request.headers[IDEMPOTENCY_HEADER]),
  )
  route(app, guard, sendBitcoin, ({ params, body }, { request, ...context }) =>
    transactions.sendBitcoin(callerIn(context), params.id, body, request.headers[IDEMPOTENCY_HEADER]),
  )
  route(app, guard, estimateEvm, ({ params, body }, { user }) =>
    transactions.estimate(user.id, params.id, body),
  )
  route(app, guard, estimateBitcoin, ({ params, body }, { user }) =>
    transactions.estimateBitcoin(user.id, params.id, body),
  )
  route(app, guard, replacementOf, ({ params }, { user }) =>
    transactions.replacement(user.id, params.id, params.txId),
  )
  for (const [endpoint, cancels] of [
    [speedUpTransaction, false],
    [cancelOnNetwork, true],
  ] as const) {
    route(app, guard, endpoint, ({ params, body }, { request, ...context }) =>
      transactions.replace(
        callerIn(context),
        params.id,
        params.txId,
        { cancels, ...body },
        request.headers[IDEMPOTENCY_HEADER],
      ),
    )
  }
  route(app, guard, askHigherFee, ({ params, body }, context) =>
    transactions.askHigherFee(callerIn(context), params.id, params.txId, body),
  )
  route(app, guard, withdrawHigherFee, ({ params }, context) =>
    transactions.withdrawHigherFee(callerIn(context), params.id, params.txId),
  )
  route(app, guard, cancelTransaction, ({ params }, context) =>
    transactions.cancel(callerIn(context), params.id, params.txId),
  )
}
