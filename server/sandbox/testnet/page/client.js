import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import icon from './icon.png'

const METHODS = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const EVENTS = ['accountsChanged', 'chainChanged']

/** A sign client that talks to the local relay and to nobody else: no telemetry, no origin attestation. */
export const openClient = async (relayUrl) => {
  const core = new Core({
    projectId: 'countersign-sandbox',
    relayUrl,
    telemetryEnabled: false,
    logger: 'fatal',
  })
  core.eventClient.init = async () => undefined
  core.verify.init = async () => undefined
  core.verify.register = async () => ''
  return SignClient.init({
    core,
    logger: 'fatal',
    metadata: {
      name: 'Countersign TestNet',
      description: 'Complete KYC, sign and send test money on the local chains.',
      url: location.origin,
      icons: [icon],
    },
  })
}

/** A fresh link, and the session that comes of it. */
export const propose = (client, chains) =>
  client.connect({
    optionalNamespaces: { eip155: { chains: chains.map(({ id }) => id), methods: METHODS, events: EVENTS } },
  })

/** The session of an earlier visit. */
export const openSession = (client) =>
  client.session.getAll().findLast(({ expiry, acknowledged }) => acknowledged && expiry * 1000 > Date.now())

/** What the wallet granted: one account per chain. */
export const accountsOf = (session) =>
  Object.values(session.namespaces)
    .flatMap(({ accounts }) => accounts)
    .map((account) => {
      const [namespace, reference, address] = account.split(':')
      return { chain: `${namespace}:${reference}`, address }
    })

/** Why the wallet did not do it, in words. */
export const reason = (error, what) => {
  const text = error?.message ?? String(error)
  if (/expired/i.test(text)) return `The ${what} expired before the wallet answered.`
  return /^user (rejected|disapproved)/i.test(text) || (error?.code >= 5000 && error.code < 5100)
    ? `The wallet rejected the ${what}.`
    : `The wallet did not carry out the ${what}: ${text}`
}
