import { useAtomValue } from 'jotai'
import { useEffect, useReducer, useRef } from 'react'
import { useLocation } from 'wouter'
import { inboxOf } from '#domain/inbox.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { raiseModal } from '#state/modals.ts'
import { soughtAtom } from '#state/sought.ts'
import { store } from '#state/store.ts'
import { askedOfAtom } from '#state/waiting.ts'
import { activeWalletIdAtom, tokensAtom, walletsAtom } from '#state/wallets.ts'
import { inboxText } from '#text/inbox.ts'
import { Amount } from '#ui/Amount.tsx'
import { AppIcon } from '#ui/AppIcon.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Private } from '#ui/Private.tsx'
import { SealMark } from '#ui/SealMark.tsx'
import { Tile } from '#ui/Tile.tsx'
import { useNextFocus } from './focus.ts'
import { approvalRow, dappRow, endsText, type InboxRow, inviteRow } from './row.ts'

const groups = inboxText.groups

/** How often the time left is drawn anew, in milliseconds. */
const TICK = 10_000

const useRows = (): { label: string; rows: InboxRow[] }[] => {
  const { approvals, dapps, invites } = inboxOf(useAtomValue(askedOfAtom))
  const tokens = tokenIndex(useAtomValue(tokensAtom))
  const wallets = useAtomValue(walletsAtom)
  const nameOf = (walletId: string) => wallets.find(({ id }) => id === walletId)?.name ?? ''
  return [
    { label: groups.approvals, rows: approvals.map((approval) => approvalRow(approval, tokens)) },
    {
      label: groups.dapps,
      rows: dapps.flatMap((asked) => dappRow(asked, nameOf(asked.item.walletId)) ?? []),
    },
    { label: groups.invites, rows: invites.map(inviteRow) },
  ].filter(({ rows }) => rows.length > 0)
}

export function InboxRows({ onClose }: { onClose: () => void }) {
  const shown = useRows()
  const list = useRef<HTMLDivElement>(null)
  const ids = shown.flatMap(({ rows }) => rows.map(({ id }) => id))
  const { chose, leadTo } = useNextFocus(list, ids)
  const [, navigate] = useLocation()
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [])
  const now = Date.now()

  const open = ({ id, opens }: InboxRow) => {
    if ('modal' in opens) {
      // It stays open below: the next one is chosen from where this one was.
      chose(id)
      store.set(activeWalletIdAtom, opens.walletId)
      raiseModal(opens.modal)
      return
    }
    const { path, sought } = opens
    navigate(path)
    if (sought) leadTo(() => store.set(soughtAtom, sought))
    onClose()
  }

  return (
    <div ref={list} className="min-h-0 flex-1 overflow-y-auto pb-2">
      {shown.length === 0 ? (
        <Clear />
      ) : (
        shown.map(({ label, rows }) => (
          <section key={label} aria-label={label}>
            <h3 className="px-5 pb-2 pt-4 text-sm font-500 text-text-2">{label}</h3>
            <ul className="m-0 list-none p-0 divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id}>
                  <Row row={row} now={now} onOpen={() => open(row)} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  )
}

function Clear() {
  return (
    <div className="flex flex-col items-center px-4 pb-10 pt-9 text-center">
      <SealMark look="whole" size={56} />
      <p tabIndex={-1} data-autofocus className="mt-4 type-h2 outline-none">
        {inboxText.clear}
      </p>
      <p className="mt-1 text-ui text-text-2">{inboxText.nothing}</p>
    </div>
  )
}

type RowProps = { row: InboxRow; now: number; onOpen: () => void }

function Row({ row: { id, title, amount, icon, who, ends }, now, onOpen }: RowProps) {
  const end = ends ? endsText(ends, now) : undefined
  return (
    <button
      type="button"
      data-row={id}
      onClick={onOpen}
      className="flex min-h-62px w-full items-center gap-3 px-5 py-10px text-left outline-offset--2 hover:bg-sunken"
    >
      <RowIcon icon={icon} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <bdi className="min-w-0 flex-1 text-ui font-550 text-text [overflow-wrap:anywhere]">
            {typeof icon === 'object' && 'coin' in icon ? (
              <Private>
                <Amount>{title}</Amount>
              </Private>
            ) : (
              title
            )}
            {amount && (
              <>
                {' · '}
                <Private>{amount}</Private>
              </>
            )}
          </bdi>
          {end && (
            <span className={`shrink-0 text-sm ${end.isSoon ? 'text-warn' : 'text-text-3'}`}>{end.text}</span>
          )}
        </span>
        <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">
          {who.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: both stay where they are
            <span key={index}>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </span>
          ))}
        </span>
      </span>
    </button>
  )
}

function RowIcon({ icon }: Pick<InboxRow, 'icon'>) {
  if (icon === 'invite') return <Tile icon="user-plus" tone="accent" />
  return 'coin' in icon ? <CoinIcon {...icon.coin} size={40} /> : <AppIcon src={icon.app} size={40} />
}
