import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '#server/error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body stays as its bytes, for a signature over them. */
    raw?: boolean
  }
}

/** JSON is the only body there is. */
export const parseBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.routeOptions.config.raw) return bytes
      try {
        return JSON.parse(bytes.toString('utf8')) as unknown
      } catch {
        throw invalid('The body should be JSON')
      }
    },
  )
}
