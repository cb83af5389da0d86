interface Policy {
  createScriptURL(url: string): unknown
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

const WORKER = '/sw.js'

const check = (url: string): string => {
  if (url !== WORKER) throw new TypeError(`Only ${WORKER} may be started as a script, not ${url}.`)
  return url
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy: Policy = trustedTypes?.createPolicy('countersign', { createScriptURL: check }) ?? {
  createScriptURL: check,
}

/** The address of a script, as the page's security policy wants it: a string in browsers without Trusted Types. */
export const scriptUrl = (url: string): unknown => policy.createScriptURL(url)
