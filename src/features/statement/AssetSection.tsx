import { useId } from 'react'
import { exactText } from '#domain/amount.ts'
import { assetSymbol } from '#domain/asset.ts'
import { chainName } from '#domain/chain.ts'
import { dateText } from '#domain/date.ts'
import { shown } from '#domain/notation.ts'
import type { AssetStatement, StatementLine } from '#domain/statement.ts'
import { counterparty, transactionTitle } from '#domain/txview.ts'
import { saying } from '#text/catalogue.ts'
import { statementText } from '#text/statement.ts'
import { Amount } from '#ui/Amount.tsx'
import { Notice } from '#ui/Notice.tsx'

const signed = (amount: string): string => {
  const text = exactText(amount)
  return text.startsWith('-') || text === '0' ? text : `+${text}`
}

const gapText = (amount: string, unit: string): string =>
  amount.startsWith('-')
    ? statementText.wentOut(`${shown(exactText(amount.slice(1)))} ${unit}`)
    : statementText.cameIn(`${shown(exactText(amount))} ${unit}`)

/** One asset of a statement: its balances, and all that changed them. */
export function AssetSection({ asset }: { asset: AssetStatement }) {
  const id = useId()
  const { coin, opening, received, sent, fees, closing, lines, unexplained } = asset
  const unit = assetSymbol(coin)
  const sums = [
    [statementText.opening, exactText(opening)],
    [statementText.received, signed(received)],
    [statementText.sent, signed(sent)],
    [statementText.fees, signed(fees)],
    [statementText.closing, exactText(closing)],
  ] as const
  return (
    <section aria-labelledby={id} className="mt-8">
      <h4 id={id} className="type-h3 [overflow-wrap:anywhere]">
        {unit} <span className="font-400 text-text-3">· {chainName(coin.blockchain)}</span>
      </h4>
      {coin.address && <p className="type-mono text-sm text-text-3 break-all">{coin.address}</p>}
      <dl className="sums m-0 mt-3 rounded-input border border-line px-15px divide-y divide-line">
        {sums.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4 py-2 text-ui">
            <dt className="shrink-0 text-text-2">{label}</dt>
            <dd className="m-0 min-w-0 text-right font-500 [overflow-wrap:anywhere]">
              <Amount whole>{`${amount} ${unit}`}</Amount>
            </dd>
          </div>
        ))}
      </dl>
      {unexplained !== undefined && (
        <Notice tone="warn" icon="triangle-alert" role="note" className="mt-3">
          {gapText(unexplained, unit)}
        </Notice>
      )}
      {lines.length === 0 ? (
        <p className="mt-3 text-ui text-text-3">{statementText.nothing}</p>
      ) : (
        <Lines lines={lines} label={unit} />
      )}
    </section>
  )
}

function Lines({ lines, label }: { lines: readonly StatementLine[]; label: string }) {
  const { head } = statementText
  const end = 'w-[29%] py-2 pl-2 text-right align-top [overflow-wrap:anywhere]'
  return (
    <table className="mt-3 w-full table-fixed border-collapse text-ui">
      <caption className="sr-only">{label}</caption>
      <thead className="text-sm text-text-3">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 text-left font-500">
            {head.transfer}
          </th>
          <th scope="col" className={`${end} font-500`}>
            {head.amount}
          </th>
          <th scope="col" className={`${end} font-500`}>
            {head.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, transaction, at, amount, balance }) => (
          <tr key={`${transaction.id} ${kind}`} className="border-b border-line">
            <td className="py-2 align-top">
              <span className="font-550">
                {kind === 'fee'
                  ? statementText.fee
                  : saying(transactionTitle(kind === 'in' ? 'income' : 'outcome'))}
              </span>
              <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">
                {dateText(at)}
                {kind !== 'fee' &&
                  ` · ${saying(counterparty(transaction, kind === 'in' ? 'income' : 'outcome'))}`}
              </span>
            </td>
            <td className={end}>
              <Amount whole>{signed(amount)}</Amount>
            </td>
            <td className={`${end} text-text-2`}>
              <Amount whole>{exactText(balance)}</Amount>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
