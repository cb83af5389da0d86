import { useAtomValue } from 'jotai'
import type { WcRequest } from '#contract/dapp.ts'
import { sameAddress } from '#domain/address.ts'
import { callFacts } from '#domain/callfacts.ts'
import { accountOn } from '#domain/chain.ts'
import type { Drawn } from '#domain/drawn.ts'
import { type SendTransaction, sendTransaction } from '#domain/request.ts'
import { useAcquaintance } from '#state/acquaintance.ts'
import type { ModalProps } from '#state/modals.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { transactionsLoadAtom } from '#state/queries.ts'
import { tokensAtom } from '#state/wallets.ts'
import { dappsText } from '#text/dapps.ts'
import { useArmed } from '#ui/armed.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AppHead } from './AppHead.tsx'
import { Decision } from './Decision.tsx'
import { useDecision } from './decide.ts'
import { useFlood } from './flood.ts'
import { useRule, useSession, useWallet, useWcRequest } from './item.ts'
import { useQuote } from './quote.ts'
import { Transaction } from './Transaction.tsx'

/** Everything that the owner decides about. */
const useFacts = (
  item: WcRequest | undefined,
  transaction: SendTransaction | undefined,
  { quote, failed }: ReturnType<typeof useQuote>,
  guarded: boolean,
) => {
  const tokens = useAtomValue(tokensAtom)
  const met = useAcquaintance(transaction?.to ?? '', item?.walletId ?? '')
  const assets = useAtomValue(assetsAtom(item?.walletId ?? ''))
  const unquoted = failed && quote === undefined
  return (
    item && transaction && callFacts({ item, transaction, quote, unquoted, tokens, assets, met, guarded })
  )
}

const drawnCall = (
  item: WcRequest | undefined,
  transaction: SendTransaction | undefined,
): Drawn | undefined => {
  if (!item || !transaction) return undefined
  const { walletId, blockchain } = item
  const { to, rawValue, data } = transaction
  return { walletId, blockchain, method: 'eth_sendTransaction', to, value: BigInt(rawValue), data }
}

/** A dApp asks the wallet to send a transaction of the dApp's making. */
export function SendDialog(props: ModalProps<'request-eth-send-transaction'>) {
  const { modal, open, onClose } = props
  const item = useWcRequest(modal.walletId, modal.requestId)
  const session = useSession(modal.walletId, item?.sessionId)
  const wallet = useWallet(modal.walletId)
  const rule = useRule(wallet, modal.walletId)
  const guarded = rule.count > 0
  const asked = useQuote(modal.requestId)
  const { quote, failed } = asked
  useAtomValue(transactionsLoadAtom(modal.walletId))
  const transaction = item && sendTransaction(item.params)
  const facts = useFacts(item, transaction, asked, guarded)
  const armed = useArmed(
    JSON.stringify([
      modal.requestId,
      item?.params,
      session?.proposerMeta,
      facts?.call.headline,
      facts?.call.sentence,
      facts?.hints,
      facts?.ceiling,
    ]),
  )
  const { confirm, cancel } = useDecision(props, {
    message: guarded ? dappsText.waiting : dappsText.sent,
    tab: 'activity',
    drawn: drawnCall(item, transaction),
    maxFee: quote?.feeCeiling ?? undefined,
  })
  const flood = useFlood(modal)
  if (!item) return null

  const mine = wallet && sameAddress(transaction?.from, accountOn(wallet, item.blockchain)?.address)
  const counted = (quote !== undefined || failed) && !facts?.short
  return (
    <Dialog open={open} onClose={onClose} label={dappsText.sendTransaction}>
      <AppHead title={dappsText.sendTransaction} session={session} unchecked />
      {transaction && wallet && facts ? (
        <Transaction
          facts={facts}
          transaction={transaction}
          wallet={wallet}
          rule={rule}
          counting={quote === undefined && !failed}
        />
      ) : (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-5">
          {dappsText.unreadable}
        </Notice>
      )}
      {transaction && !mine && (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-3">
          {dappsText.notSender}
        </Notice>
      )}
      <Decision
        no={{
          label: dappsText.cancel,
          workingText: dappsText.canceled,
          action: cancel,
          variant: 'soft-danger',
        }}
        yes={{ label: dappsText.confirm, workingText: dappsText.confirmed, action: confirm }}
        ready={armed && session !== undefined && mine === true && counted}
        flood={flood}
      />
    </Dialog>
  )
}
