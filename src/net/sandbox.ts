import { NO_CONNECTION } from '#contract/error.ts'
import { answerError, RequestError } from './error.ts'

/**
 * The sandbox's hooks lie beside the API, on the page's own origin, and only where a sandbox runs. A body makes it a
 * POST; whoever calls looks at what is in the answer.
 */
export const askSandbox = async (path: string, body?: object): Promise<unknown> => {
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`/sandbox/${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch((cause) => {
    throw new RequestError({ message: NO_CONNECTION, cause })
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw answerError(response.status, answer, undefined)
  return answer
}
