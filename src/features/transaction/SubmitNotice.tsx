import { type Stepper, stepperText } from '#domain/guardian.ts'
import type { Protection } from '#domain/protection.ts'
import { saying } from '#text/catalogue.ts'
import { protectionText } from '#text/protection.ts'
import { transactionText } from '#text/transaction.ts'
import { Notice } from '#ui/Notice.tsx'
import { SealMark } from '#ui/SealMark.tsx'

type Props = { protection: Protection }

/** How many guardians stand between Submit and the chain, or that nobody does although somebody should. */
export function SubmitNotice({ protection: { rule, isMissing, state } }: Props) {
  if (state === 'unknown') return null
  if (rule.count > 0) return <SignFirst rule={rule} />
  return (
    <>
      {isMissing && (
        <Notice tone="warn" icon="triangle-alert" role="note">
          {protectionText.missing}
        </Notice>
      )}
      <Notice mark={<SealMark look="none" size={20} />} role="note">
        {transactionText.unguarded}
      </Notice>
    </>
  )
}

function SignFirst({ rule }: { rule: Stepper }) {
  const { lead, before, after } = transactionText.signFirst
  return (
    <Notice tone="accent" mark={<SealMark look="half" size={20} />} role="note">
      <b className="font-550">{lead}</b>
      {before}
      <b className="font-550">{saying(stepperText(rule))}</b>
      {after}
    </Notice>
  )
}
