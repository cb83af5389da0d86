import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import type { CallFacts } from '#domain/callfacts.ts'
import { sumText } from '#domain/facts.ts'
import { type Stepper, stepperText } from '#domain/guardian.ts'
import { hexSizeText } from '#domain/hex.ts'
import { nameOf } from '#domain/names.ts'
import type { SendTransaction } from '#domain/request.ts'
import { callSheet } from '#features/transaction/call.ts'
import { TechnicalDetails } from '#features/transaction/TechnicalDetails.tsx'
import { TransactionSheet } from '#features/transaction/TransactionSheet.tsx'
import { namesAtom } from '#state/names.ts'
import { saying } from '#text/catalogue.ts'
import { dappsText } from '#text/dapps.ts'
import { transactionText } from '#text/transaction.ts'
import { Amount } from '#ui/Amount.tsx'
import { CallNotice } from '#ui/CallNotice.tsx'
import { Exact } from '#ui/Exact.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Pulse } from '#ui/Pulse.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { SealMark } from '#ui/SealMark.tsx'
import { HexWell } from './HexWell.tsx'

type Props = {
  facts: CallFacts
  transaction: SendTransaction
  wallet: Wallet
  /** How many guardians have to approve it; `count` 0 when nobody is asked. */
  rule: Stepper
  /** What it costs is not known yet. */
  counting: boolean
}

/** What a dApp's transaction does, costs and leaves. */
export function Transaction({ facts, transaction, wallet, rule, counting }: Props) {
  const { from, rawValue, data } = transaction
  const { moved, call, ceiling, permission } = facts
  const names = useAtomValue(namesAtom)
  const { headline, ...rest } = call
  const coins = (
    <Exact plain title={rawValue} whole={<span className="type-mono break-all">{rawValue}</span>}>
      <Amount whole>{sumText(moved)}</Amount>
    </Exact>
  )
  return (
    <div className="mt-5">
      {!headline && <p className="text-sm text-text-3">{dappsText.value}</p>}
      <TransactionSheet
        facts={callSheet({
          facts,
          from: { address: from, name: wallet.name },
          name: nameOf(names, facts.recipient)?.name,
          counting,
        })}
        amount={headline ? undefined : coins}
        rows={
          headline && (
            <Fact label={dappsText.value} note={moved.usd}>
              {coins}
            </Fact>
          )
        }
        warnings={
          <>
            {permission?.unlimited && <NoLimit token={saying(permission.symbol)} />}
            {rest.sentence && <CallNotice call={rest} />}
            <Warnings facts={facts} />
          </>
        }
        guard={rule.count > 0 && <GuardNotice rule={rule} permits={permission !== undefined} />}
        technical={
          <TechnicalDetails open>
            <Facts tight>
              {(ceiling || counting) && (
                <Fact label={transactionText.feeExact}>
                  {ceiling ? <Amount whole>{sumText(ceiling)}</Amount> : <Pulse />}
                </Fact>
              )}
              <Fact label={dappsText.data} below aside={saying(hexSizeText(data))}>
                <HexWell value={data} />
              </Fact>
            </Facts>
          </TechnicalDetails>
        }
      />
    </div>
  )
}

function Warnings({ facts }: { facts: CallFacts }) {
  const { short, problem } = facts
  return (
    <>
      <RecipientHints doubts={facts} />
      {short && (
        <Notice tone="bad" icon="triangle-alert" role="alert">
          {dappsText.short(short.needed, short.available)}
        </Notice>
      )}
      {problem && (
        <Notice tone="warn" icon="triangle-alert" role="note">
          {dappsText.wouldFail(saying(problem))}
        </Notice>
      )}
    </>
  )
}

function NoLimit({ token }: { token: string }) {
  const { lead, rest } = dappsText.noLimit
  return (
    <Notice tone="bad" icon="triangle-alert" role="note">
      <b className="font-550">{lead}</b> {rest(token)}
    </Notice>
  )
}

function GuardNotice({ rule, permits }: { rule: Stepper; permits: boolean }) {
  const { before, after } = permits ? dappsText.guardedPermission : dappsText.guarded
  return (
    <Notice tone="accent" mark={<SealMark look="half" size={20} />} role="note">
      {before}
      <b className="font-550">{saying(stepperText(rule))}</b>
      {after}
    </Notice>
  )
}
