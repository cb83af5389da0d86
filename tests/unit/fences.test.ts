import { expect, test } from 'vitest'
import { allFaults, faultsOf } from '#tests/fences.ts'

test.each([
  ['src/domain/a.ts', "import { call } from '#net/api.ts'"],
  ['src/contract/a.ts', "import type { Asset } from '#domain/asset.ts'"],
  ['src/features/send/a.tsx', "import { row } from '#features/assets/row.ts'"],
  ['src/features/transaction/a.tsx', "import { form } from '#features/send/form.ts'"],
  ['src/features/send/a.tsx', "const Panel = lazily(() => import('#app/Panels.tsx'))"],
  ['src/ui/a.tsx', "import {\n  type One,\n  two,\n} from '../domain/two.ts'"],
  ['sw/a.ts', "export * from '#server/env.ts'"],
  ['server/http/a.ts', "import { startRelay } from '#server/sandbox/relay.ts'"],
  ['server/modules/auth/a.ts', "import { openPeople } from '#server/custody/person/people.ts'"],
  ['server/modules/auth/a.ts', "import type { Row } from '#server/modules/wallets/store.ts'"],
  ['server/modules/auth/a.ts', "import { eq } from 'drizzle-orm'"],
  ['server/custody/sign.ts', "import type { Env } from '#server/env.ts'"],
  ['server/signer/a.ts', "import { signEvm } from '#server/custody/custody.ts'"],
  ['server/modules/dapps/a.ts', "import type { SessionTypes } from '@walletconnect/types'"],
  ['server/modules/dapps/a.ts', "import { WalletKit } from '@reown/walletkit'"],
  ['server/dapps/remote.ts', "import { openClient } from './program/client.ts'"],
  ['server/dapps/program/a.ts', "import type { Env } from '#server/env.ts'"],
  ['server/dapps/program/a.ts', "import { openRemote } from '#server/dapps/remote.ts'"],
  ['server/chains/a.ts', "import { users } from '#server/db/schema/auth.ts'"],
])('%s may not have: %s', (file, source) => {
  expect(faultsOf(file, source)).toHaveLength(1)
})

test.each([
  [
    'src/features/send/a.tsx',
    "import { TransactionSheet } from '#features/transaction/TransactionSheet.tsx'",
  ],
  ['src/features/send/a.tsx', "import { form } from './form.ts'\nimport { Panel } from '#ui/Panel.tsx'"],
  [
    'server/modules/auth/a.ts',
    "import type { SQL } from 'drizzle-orm'\nimport type { Custody } from '#server/custody/custody.ts'",
  ],
  ['server/modules/wallets/store.ts', "import { eq } from 'drizzle-orm'"],
  [
    'server/dapps/program/a.ts',
    "import { Core } from '@walletconnect/core'\nimport { ASKS } from '#server/dapps/message.ts'",
  ],
  ['server/main.ts', "import { startSandbox } from './sandbox/state.ts'"],
])('%s may have: %s', (file, source) => {
  expect(faultsOf(file, source)).toEqual([])
})

test('nothing imports what it may not', () => {
  expect(allFaults()).toEqual([])
})
