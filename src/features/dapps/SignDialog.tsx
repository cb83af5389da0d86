import { useState } from 'react'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { ownAddress, sameAddress } from '#domain/address.ts'
import { accountOn } from '#domain/chain.ts'
import { hostOf } from '#domain/dapp.ts'
import type { Drawn } from '#domain/drawn.ts'
import { hexSizeText } from '#domain/hex.ts'
import { isRawHash, messageHex, personalSign } from '#domain/request.ts'
import type { ModalProps } from '#state/modals.ts'
import { saying } from '#text/catalogue.ts'
import { dappsText } from '#text/dapps.ts'
import { Address } from '#ui/Address.tsx'
import { useArmed } from '#ui/armed.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AppHead } from './AppHead.tsx'
import { Decision } from './Decision.tsx'
import { useDecision } from './decide.ts'
import { useFlood } from './flood.ts'
import { HexWell } from './HexWell.tsx'
import { useSession, useWallet, useWcRequest } from './item.ts'
import { Message } from './Message.tsx'

const drawnMessage = (
  item: WcRequest | undefined,
  session: WcSession | undefined,
  data: string | undefined,
): Drawn | undefined => {
  if (!item || !session || data === undefined) return undefined
  const { walletId, blockchain } = item
  const { topic, proposerMeta } = session
  const { name, url } = proposerMeta
  return { walletId, blockchain, method: 'personal_sign', topic, name, url, data }
}

/** A dApp asks for a signature under a message. */
export function SignDialog(props: ModalProps<'request-personal-sign'>) {
  const { modal, open, onClose } = props
  const item = useWcRequest(modal.walletId, modal.requestId)
  const session = useSession(modal.walletId, item?.sessionId)
  const wallet = useWallet(modal.walletId)
  const [accepted, setAccepted] = useState(false)
  const armed = useArmed(JSON.stringify([modal.requestId, item?.params, session?.proposerMeta]))
  const asked = item && personalSign(item.params)
  const data = asked && messageHex(asked.data)
  const { confirm, cancel } = useDecision(props, {
    message: dappsText.signed(session?.proposerMeta.name ?? ''),
    tab: 'requests',
    drawn: drawnMessage(item, session, data),
  })
  const flood = useFlood(modal)
  if (!item) return null

  const raw = data !== undefined && isRawHash(data)
  const mine = wallet && sameAddress(asked?.address, accountOn(wallet, item.blockchain)?.address)
  return (
    <Dialog open={open} onClose={onClose} label={dappsText.personalSign}>
      <AppHead title={dappsText.personalSign} session={session} unchecked />
      {asked && data !== undefined ? (
        <>
          {session && (
            <Message
              data={data}
              context={{
                host: hostOf(session.proposerMeta.url),
                signer: asked.address,
                blockchains: session.blockchains ?? [item.blockchain],
              }}
            />
          )}
          <Facts className="mt-4">
            <Fact label={dappsText.data} below aside={saying(hexSizeText(data))}>
              <HexWell value={data} />
            </Fact>
            <Fact label={dappsText.signer} note={wallet?.name}>
              <Address value={asked.address} short={ownAddress(asked.address)} copy={false} />
            </Fact>
          </Facts>
          {raw && <RawHash accepted={accepted} onChange={setAccepted} />}
        </>
      ) : (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-5">
          {dappsText.unreadable}
        </Notice>
      )}
      {asked && !mine && (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-3">
          {dappsText.notSigner}
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
        ready={armed && session !== undefined && mine === true && data !== undefined && (!raw || accepted)}
        flood={flood}
      />
    </Dialog>
  )
}

function RawHash({ accepted, onChange }: { accepted: boolean; onChange: (accepted: boolean) => void }) {
  return (
    <Notice tone="bad" icon="triangle-alert" role="note" className="mt-3">
      <p className="font-550">{dappsText.rawHash}</p>
      <label className="mt-2 flex min-h-44px items-center gap-3">
        <input
          type="checkbox"
          className="size-18px shrink-0 accent-bad-solid"
          checked={accepted}
          onChange={({ target }) => onChange(target.checked)}
        />
        {dappsText.knowHash}
      </label>
    </Notice>
  )
}
