import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const squeeze = promisify(gzip)
/** What is shorter gains nothing (characters). */
const LEAST = 4096
/** Nearly as small as with the usual 6, in half the time. */
const LEVEL = 4

/**
 * Compresses long answers: a list of ten thousand rows is millions of bytes. Only what is read; an answer that hands out
 * something secret is a short one.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook<unknown>('onSend', async ({ method, headers }, reply, payload) => {
    if (method !== 'GET' || typeof payload !== 'string' || payload.length < LEAST) return payload
    if (reply.hasHeader('content-encoding')) return payload
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '))
    if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return await squeeze(payload, { level: LEVEL })
  })
}
