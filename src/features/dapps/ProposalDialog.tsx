import { sessionNetworks } from '#domain/dapp.ts'
import type { ModalProps } from '#state/modals.ts'
import { sessionIcon } from '#state/review.ts'
import { dappsText } from '#text/dapps.ts'
import { AppIcon } from '#ui/AppIcon.tsx'
import { useArmed } from '#ui/armed.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Decision } from './Decision.tsx'
import { useProposal } from './decide.ts'
import { useFlood } from './flood.ts'
import { useRule, useSession, useWallet } from './item.ts'

/** A dApp wants to connect. All that it says of itself is shown as text. */
export function ProposalDialog(props: ModalProps<'approve-reject-session'>) {
  const { modal, open, onClose } = props
  const session = useSession(modal.walletId, modal.sessionId)
  const wallet = useWallet(modal.walletId)
  const guarded = useRule(wallet, modal.walletId).count > 0
  const armed = useArmed(JSON.stringify([modal.sessionId, session?.proposerMeta, session?.blockchains]))
  const { approve, reject } = useProposal(props, session?.proposerMeta.name ?? '')
  const flood = useFlood(modal)
  if (!session) return null

  const { name, description, url } = session.proposerMeta
  const networks = sessionNetworks(session)
  return (
    <Dialog open={open} onClose={onClose} label={dappsText.wants(name)}>
      <div className="flex flex-col items-center text-center">
        <AppIcon src={sessionIcon(session)} size={64} />
        <h2 className="mt-4 max-w-full type-h2 break-words [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-body text-text-2">{dappsText.wantsToConnect}</p>
        {description && (
          <p className="mx-auto mt-4 max-h-40 max-w-66 overflow-y-auto text-ui text-text-2 break-words">
            <bdi>{description}</bdi>
          </p>
        )}
        {url && (
          <p className="mt-3 inline-flex max-w-full items-center gap-2 rounded-full bg-sunken px-3 py-6px text-sm text-text-2">
            <Icon name="globe" size={15} />
            <bdi className="min-w-0 break-all">{url}</bdi>
          </p>
        )}
        <p className="mt-2 text-sm text-text-3">{dappsText.ownWords}</p>
      </div>
      <Facts className="mt-5">
        <Fact label={dappsText.wallet}>{wallet?.name ?? '-'}</Fact>
        {networks.length > 0 && <Fact label={dappsText.networks}>{networks.join(', ')}</Fact>}
      </Facts>
      {guarded && (
        <Notice tone="accent" icon="shield-check" role="note" className="mt-3">
          {dappsText.guardsTransactions}
        </Notice>
      )}
      <Decision
        no={{ label: dappsText.reject, workingText: dappsText.rejected, action: reject, variant: 'danger' }}
        yes={{ label: dappsText.approve, workingText: dappsText.approved, action: approve }}
        ready={armed && wallet !== undefined}
        flood={flood}
      />
    </Dialog>
  )
}
