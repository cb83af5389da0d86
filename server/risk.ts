import { join } from 'node:path'
import { parsePlaces, socketPath } from './custody/program/place.ts'
import type { Env } from './env.ts'
import { POLICY_DELAY_LEAST_S, type Unsafe } from './unsafe.ts'

export interface Risk {
  name: Unsafe
  sentence: string
}

/** Whether nobody between this server and the mail server can read along: TLS at once, or not without STARTTLS. */
const isMailSealed = (smtpUrl: string): boolean => {
  const { protocol, searchParams } = new URL(smtpUrl)
  const says = (name: string, value: string) => searchParams.get(name) === value
  if (says('ignoreTLS', 'true') || says('tls.rejectUnauthorized', 'false')) return false
  return protocol === 'smtps:' || says('requireTLS', 'true')
}

/** Files, folders and sockets that only custody and its operator may reach. */
const custodysOwn = ({ dataDir, custodyKeyFile, custodyUrl, custodyCertificates }: Env): string[] => {
  const places = custodyUrl === undefined ? [] : parsePlaces('CUSTODY_URL', custodyUrl, custodyCertificates)
  return [
    ...(custodyKeyFile === undefined ? [] : [custodyKeyFile]),
    join(dataDir, 'custody'),
    join(dataDir, 'custody.keys'),
    ...places.flatMap((place) =>
      place.kind === 'sockets'
        ? [join(place.folder, 'operator'), socketPath(place.folder, 'operator')]
        : [join(place.certificates, 'operator.key'), join(place.certificates, 'custody.key')],
    ),
  ]
}

const custodyRisk = (env: Env, canRead: (path: string) => boolean): Risk[] => {
  if (env.custodyUrl === undefined)
    return [
      {
        name: 'custody-inside',
        sentence:
          'CUSTODY_URL should name a custody in a process of its own (npm run serve:custody): inside this one, whoever takes it over signs with every key.',
      },
    ]
  const within = [
    ...(env.custodyDatabaseUrl === undefined ? [] : ['CUSTODY_DATABASE_URL']),
    ...custodysOwn(env).filter(canRead),
  ]
  return within.length === 0
    ? []
    : [
        {
          name: 'custody-within-reach',
          sentence: `This server can read ${within.join(', ')}, which is custody's alone: run the two as different users.`,
        },
      ]
}

/** What is wrong with a server for real people, besides what it cannot start without. */
export const risksOf = (env: Env, canRead: (path: string) => boolean): Risk[] => {
  const risks: (Risk | false)[] = [
    env.databaseUrl === undefined && {
      name: 'embedded-database',
      sentence:
        'DATABASE_URL should be set: the embedded database does not wait for the disk, and loses what was last written when the machine stops.',
    },
    env.policyDelaySeconds < POLICY_DELAY_LEAST_S && {
      name: 'short-policy-delay',
      sentence: `POLICY_DELAY_S should be at least ${POLICY_DELAY_LEAST_S}: guardians need the time to see that rules were weakened.`,
    },
    env.publicUrl === undefined && {
      name: 'no-public-url',
      sentence: 'PUBLIC_URL should be set: without it the address in mails is what a caller says it is.',
    },
    env.smtpUrl !== undefined &&
      !isMailSealed(env.smtpUrl) && {
        name: 'plain-mail',
        sentence:
          'SMTP_URL should begin with smtps:// or end with ?requireTLS=true, and check certificates: sign-in codes go that way.',
      },
    env.isAnyProxyTrusted && {
      name: 'any-proxy',
      sentence:
        'TRUST_PROXY should say hops:1, if nobody can pass by the one proxy, or the networks of the proxies; a bare 1 says neither.',
    },
    env.sandbox && {
      name: 'sandbox',
      sentence: 'COUNTERSIGN_SANDBOX should not be set: the sandbox shows everybody’s sign-in codes.',
    },
  ]
  return [...risks.filter((risk) => risk !== false), ...custodyRisk(env, canRead)]
}
