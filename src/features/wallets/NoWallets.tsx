import { openPanel } from '#state/modals.ts'
import { walletsText } from '#text/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

export function NoWallets() {
  return (
    <>
      <h1 className="sr-only">{walletsText.title}</h1>
      <EmptyState
        icon="wallet"
        title={walletsText.none}
        className="md:mt-5"
        action={
          <Button
            variant="primary"
            size={48}
            icon="plus"
            acts
            onClick={() => openPanel({ id: 'add-new-wallet' })}
          >
            {walletsText.newWallet}
          </Button>
        }
      >
        {walletsText.start}
      </EmptyState>
    </>
  )
}
