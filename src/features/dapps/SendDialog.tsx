import { useAtomValue } from 'jotai'
import type { WcRequest } from '#contract/dapp.ts'
import type { Wallet } from '#contract/wallet.ts'
import { ownAddress, sameAddress } from '#domain/address.ts'
import { exactText, symbolText } from '#domain/amount.ts'
import { describeCall } from '#domain/call.ts'
import { accountOn, chainName, nativeSymbol } from '#domain/chain.ts'
import { hexSizeText } from '#domain/hex.ts'
import { type SendTransaction, sendTransaction } from '#domain/request.ts'
import type { ModalProps } from '#state/modals.ts'
import { tokensAtom } from '#state/wallets.ts'
import { Address } from '#ui/Address.tsx'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { useArmed } from '#ui/armed.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AppHead } from './AppHead.tsx'
import { Decision } from './Decision.tsx'
import { useDecision } from './decide.ts'
import { useFlood } from './flood.ts'
import { HexWell } from './HexWell.tsx'
import { useGuarded, useSession, useWallet, useWcRequest } from './item.ts'

const TITLE = 'Send transaction'

/** A dApp asks the wallet to send a transaction of the dApp's making. */
export function SendDialog(props: ModalProps<'request-eth-send-transaction'>) {
  const { modal, open, onClose } = props
  const item = useWcRequest(modal.walletId, modal.requestId)
  const session = useSession(modal.walletId, item?.sessionId)
  const wallet = useWallet(modal.walletId)
  const armed = useArmed(JSON.stringify([modal.requestId, item?.params, session?.proposerMeta]))
  const { confirm, cancel } = useDecision(props)
  const flood = useFlood(modal)
  if (!item) return null

  const transaction = sendTransaction(item.params)
  const mine = wallet && sameAddress(transaction?.from, accountOn(wallet, item.blockchain)?.address)
  return (
    <Dialog open={open} onClose={onClose} label={TITLE}>
      <AppHead title={TITLE} session={session} />
      {transaction && wallet ? (
        <Transaction item={item} transaction={transaction} wallet={wallet} />
      ) : (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-5">
          This request cannot be read, so it cannot be confirmed.
        </Notice>
      )}
      {transaction && !mine && (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-3">
          The sender is not an address of this wallet, so it cannot be confirmed.
        </Notice>
      )}
      <Decision
        no={{ label: 'Cancel', workingText: 'Canceled…', action: cancel, variant: 'soft-danger' }}
        yes={{ label: 'Confirm', workingText: 'Confirmed…', action: confirm }}
        ready={armed && session !== undefined && mine === true}
        flood={flood}
      />
    </Dialog>
  )
}

type Props = { item: WcRequest; transaction: SendTransaction; wallet: Wallet }

function Transaction({ item, transaction, wallet }: Props) {
  const { from, to, value, rawValue, data } = transaction
  const guarded = useGuarded(wallet, wallet.id)
  const symbol = symbolText(nativeSymbol(item.blockchain) ?? '')
  return (
    <>
      <p className="mt-5 text-sm text-text-3">Value</p>
      <p className="type-money-lg break-words [overflow-wrap:anywhere]">
        <RawOnFocus raw={rawValue}>{`${exactText(value)} ${symbol}`}</RawOnFocus>
      </p>
      {to && data !== '0x' && <Call item={item} to={to} data={data} guarded={guarded} />}
      <Facts className="mt-3">
        <Fact label="From" note={wallet.name}>
          <Address value={from} short={ownAddress(from)} copy={false} />
        </Fact>
        <Fact label="To">{to ? <AddressGroups value={to} align="end" /> : 'Contract creation'}</Fact>
        <Fact label="Network">{chainName(item.blockchain)}</Fact>
        <Fact label="Data" below aside={hexSizeText(data)}>
          <HexWell value={data} />
        </Fact>
      </Facts>
      {guarded && (
        <Notice tone="accent" icon="shield-check" role="note" className="mt-3">
          Your Guardians must approve it before it is sent.
        </Notice>
      )}
    </>
  )
}

/** The exact coins; the hex that the dApp sent is shown on hover and on focus. */
function RawOnFocus({ raw, children }: { raw: string; children: string }) {
  return (
    <button type="button" title={raw} className="group cursor-help rounded-1 text-left">
      <Amount>{children}</Amount>
      <span className="hidden text-sm font-400 tracking-normal text-text-3 type-mono break-all group-hover:block group-focus-visible:block">
        {raw}
      </span>
    </button>
  )
}

type CallProps = { item: WcRequest; to: string; data: string; guarded: boolean }

/** What the call would do, in words, where it is known. */
function Call({ item, to, data, guarded }: CallProps) {
  const known = useAtomValue(tokensAtom).find(
    ({ blockchain, address }) => blockchain === item.blockchain && sameAddress(address, to),
  )
  const token = known && {
    symbol: symbolText(known.symbol),
    decimals: known.decimals ?? null,
    type: known.type ?? null,
  }
  const { sentence, danger } = describeCall(data, to, token, guarded)
  return (
    <Notice
      tone={danger ? 'bad' : 'neutral'}
      icon={danger ? 'triangle-alert' : 'info'}
      role="note"
      className="mt-3"
    >
      <span className="[overflow-wrap:anywhere]">
        {sentence ?? 'Calls a contract. What it does is not known.'}
      </span>
    </Notice>
  )
}
