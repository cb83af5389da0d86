import { openPanel } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

export function NoWallets() {
  const online = useOnline()
  return (
    <>
      <h1 className="sr-only">My Wallets</h1>
      <EmptyState
        icon="wallet"
        title="No wallets"
        className="md:mt-5"
        action={
          <Button
            variant="primary"
            size={48}
            icon="plus"
            disabled={!online}
            onClick={() => openPanel({ id: 'add-new-wallet' })}
          >
            New Wallet
          </Button>
        }
      >
        Get started by creating a new one.
      </EmptyState>
    </>
  )
}
