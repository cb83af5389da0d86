import { useAtomValue } from 'jotai'
import { loggedAtom } from '#state/auth.ts'
import { activeWalletAtom } from '#state/wallets.ts'
import { Authenticator } from './Authenticator.tsx'
import { DemoGuardians } from './DemoGuardians.tsx'
import { Faucet } from './Faucet.tsx'
import { MailCode } from './MailCode.tsx'

/** What stands in for a mailbox, a phone and a second person. */
export function Tools() {
  const logged = useAtomValue(loggedAtom)
  const wallet = useAtomValue(activeWalletAtom)
  return (
    <div className="divide-y divide-line">
      {!logged && <MailCode />}
      <Authenticator />
      {logged && wallet?.status === 'active' && (
        <>
          <Faucet wallet={wallet} />
          <DemoGuardians key={wallet.id} wallet={wallet} />
        </>
      )}
    </div>
  )
}
