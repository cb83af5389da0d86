import type { Transaction } from '#contract/transaction.ts'
import { fateOf } from '#domain/attempt.ts'
import { replaceText } from '#text/replace.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'

type Props = { transaction: Transaction; attempts: NonNullable<Transaction['attempts']> }

/** Each time it was signed, and which of them the network took. */
export function Attempts({ transaction, attempts }: Props) {
  const title = replaceText.attempts(attempts.length)
  const { kind, fate } = replaceText
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="mb-2 type-h3">{title}</h3>
      <Facts>
        {attempts.map(({ hash, cancels }, index) => (
          <Fact
            key={hash}
            label={`${index + 1}. ${cancels ? kind.cancels : index === 0 ? kind.sent : kind.faster}`}
            aside={fate[fateOf(transaction, hash)]}
            below
          >
            <span className="flex items-center gap-2">
              <span className="min-w-0 flex-1 type-mono break-all">{hash}</span>
              <CopyButton value={hash} label={replaceText.copyHash(index + 1)} iconOnly />
            </span>
          </Fact>
        ))}
      </Facts>
    </section>
  )
}
