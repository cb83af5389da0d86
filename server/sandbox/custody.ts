import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type KeptProcess, keepProcess } from './process.ts'

export interface CustodyProcess extends KeptProcess {
  /** CUSTODY_URL of the server beside it. */
  url: string
}

const placeIn = (dataDir: string): string => `unix:${join(dataDir, 'sockets')}`

/** All three signers in one child, each with a folder and a key ring of its own: enough where nobody's money is. */
export const startSignersProcess = ({
  dataDir,
  policyDelaySeconds,
  log,
}: {
  dataDir: string
  policyDelaySeconds: number
  log: FastifyBaseLogger
}): Promise<KeptProcess> =>
  keepProcess({
    ...{
      name: 'The process of the signers',
      source: '../signer/program/program.ts',
      bundled: './signer.js',
      log,
    },
    env: {
      ...{ SIGNER: 'all', DATA_DIR: dataDir, SIGNER_URL: placeIn(dataDir) },
      POLICY_DELAY_S: String(policyDelaySeconds),
    },
  })

/** Custody as a child. */
export const startCustodyProcess = async ({
  dataDir,
  keyFile,
  policyDelaySeconds,
  anchor,
  log,
}: {
  dataDir: string
  keyFile: string
  policyDelaySeconds: number
  anchor?: string | undefined
  log: FastifyBaseLogger
}): Promise<CustodyProcess> => {
  const url = placeIn(dataDir)
  const kept = await keepProcess({
    ...{ name: 'Custody', source: '../custody/program/program.ts', bundled: './custody.js', log },
    env: {
      ...{ DATA_DIR: dataDir, CUSTODY_KEY_FILE: keyFile, CUSTODY_URL: url, SIGNERS_URL: placeIn(dataDir) },
      ...{ POLICY_DELAY_S: String(policyDelaySeconds), CUSTODY_ANCHOR: anchor },
    },
  })
  return { url, ...kept }
}
