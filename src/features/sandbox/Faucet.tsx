import type { Wallet } from '#contract/wallet.ts'
import { useAction } from '#state/action.ts'
import { GIFTS, type Gift, giveTestMoney } from '#state/faucet.ts'
import { say } from '#state/say.ts'
import { sandboxText as text } from '#text/sandbox.ts'
import { Button } from '#ui/Button.tsx'
import { Part } from './Part.tsx'

/** Test money for the wallet on the screen. */
export function Faucet({ wallet }: { wallet: Wallet }) {
  return (
    <Part title={text.faucet(wallet.name)}>
      <div className="flex flex-wrap gap-2">
        {GIFTS.map((gift) => (
          <Give key={gift.symbol} wallet={wallet} gift={gift} />
        ))}
      </div>
    </Part>
  )
}

function Give({ wallet, gift }: { wallet: Wallet; gift: Gift }) {
  const { amount, symbol } = gift
  const give = useAction(
    async () => {
      await giveTestMoney(wallet, gift)
      say(text.given(amount, symbol), 'success')
    },
    { onError: 'toast' },
  )
  return (
    <Button size={32} acts working={give.working} onClick={() => void give.run()}>
      {text.give(amount, symbol)}
    </Button>
  )
}
