import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { agreeRecovery, refuseRecovery } from '#contract/endpoints/recovery.ts'
import { loggedAtom } from '#state/auth.ts'
import { request } from '#state/request.ts'
import { withFactor } from '#state/stepup.ts'
import { recoverText } from '#text/recover.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { Choice } from './Choice.tsx'

/**
 * Where the mails about lost factors lead: a guardian agrees for a wallet that he guards; the owner, where he is still
 * signed in, says that nothing is lost.
 */
export function RecoverScreen() {
  const id = new URLSearchParams(useSearch()).get('wallet')
  const logged = useAtomValue(loggedAtom)
  const [, navigate] = useLocation()
  const [done, setDone] = useState<'doneLead' | 'waits'>()
  if (!logged) return <Redirect to="/auth" replace />
  const leave = () => navigate('/wallets')
  const text = id === null ? recoverText.owner : recoverText.guardian

  const act = async () => {
    if (id === null) {
      await request(refuseRecovery, {})
      return setDone('doneLead')
    }
    const { missing } = await withFactor(() => request(agreeRecovery, { params: { id } }))
    setDone(missing === 0 ? 'doneLead' : 'waits')
  }

  if (done !== undefined)
    return (
      <AuthShell
        key="done"
        title={text.done}
        lead={done === 'waits' ? recoverText.guardian.waits : text.doneLead}
      >
        <Button variant="primary" size={48} block onClick={leave} className="mt-7">
          {recoverText.home}
        </Button>
      </AuthShell>
    )
  return (
    <AuthShell key="asked" title={text.title} lead={text.lead}>
      <p className="mt-4 text-body text-text-2">{text.ask}</p>
      <Choice act={act} label={text.act} other={recoverText.not} onOther={leave} />
    </AuthShell>
  )
}
