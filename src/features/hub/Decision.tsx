import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ApprovalRequest } from '#contract/approval.ts'
import { Reason } from '#contract/line.ts'
import { hubText } from '#text/hub.ts'
import { useArmed } from '#ui/armed.ts'
import { Button } from '#ui/Button.tsx'
import { useDesktop } from '#ui/media.ts'
import { TextField } from '#ui/TextField.tsx'
import { useApprove, useDecline } from './approval.ts'
import { useHandOn } from './handon.ts'

type Props = {
  approval: ApprovalRequest
  /** The card that the buttons stand for, where they are not on it. */
  card?: RefObject<HTMLElement | null>
}

/** The buttons by which a guardian decides. */
export function Decision({ approval, card }: Props) {
  const { id, amount, recipient, call, raises, feeCeiling } = approval
  const armed = useArmed(JSON.stringify([id, amount, recipient, call?.data, raises && feeCeiling]))
  const approve = useApprove(approval)
  const decline = useDecline(approval)
  const buttons = useHandOn(card)
  const desktop = useDesktop()
  const [reason, setReason] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const adds = reason !== undefined
  useLayoutEffect(() => {
    // On a phone the bar below would cover the buttons that the field, or what is wrong with it, moves down.
    if (adds || wrong) buttons.current?.scrollIntoView({ block: 'nearest' })
  }, [adds, wrong, buttons])
  const refuse = () => {
    if (!reason?.trim()) return void decline.run()
    const read = Reason.safeParse(reason)
    if (read.success) void decline.run(read.data)
    else setWrong(read.error.issues[0]?.message)
  }
  const accept = () => {
    if (reason?.trim()) setWrong(hubText.reasonDeclines)
    else void approve.run()
  }
  const why = !adds ? (
    <Button
      variant="ghost"
      size={32}
      className="mr-auto"
      disabled={approve.working || decline.working}
      onClick={() => setReason('')}
    >
      {hubText.addReason}
    </Button>
  ) : (
    <TextField
      className="w-full"
      label={hubText.reason}
      hint={hubText.reasonHint}
      autoFocus
      value={reason}
      onChange={({ target }) => {
        setReason(target.value)
        setWrong(undefined)
      }}
      autoComplete="off"
      {...(wrong && { error: wrong })}
    />
  )
  return (
    <div ref={buttons} className="flex flex-wrap items-center gap-2">
      {(desktop || adds) && why}
      <Button
        variant="soft-danger"
        className="min-w-29 flex-1"
        acts
        disabled={approve.working}
        working={decline.working}
        onClick={refuse}
      >
        {hubText.decline}
      </Button>
      <Button
        variant="primary"
        className="min-w-29 flex-1"
        acts
        disabled={!armed || decline.working}
        working={approve.working}
        workingText={hubText.approving}
        onClick={accept}
      >
        {hubText.approve}
      </Button>
      {!desktop && !adds && why}
    </div>
  )
}
