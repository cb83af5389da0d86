import { ERROR_NAMES, type ErrorName } from '#contract/error.ts'

/** An answer of a sandbox hook that is not a success; the message is meant for the caller. */
export class SandboxError extends Error {
  readonly statusCode: number

  constructor(name: ErrorName, message: string) {
    super(message)
    this.name = name
    this.statusCode = ERROR_NAMES[name]
  }
}
