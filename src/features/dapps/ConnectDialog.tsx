import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { connectSession } from '#contract/endpoints/dapp.ts'
import { parseWcLink, wcLinkError } from '#domain/wclink.ts'
import { useAction } from '#state/action.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { dappsText } from '#text/dapps.ts'
import { kitText } from '#text/kit.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { tellIfUnanswered } from './unanswered.ts'

/** From then on (milliseconds) one is told that it takes a while. */
const SLOW = 1000

export function ConnectDialog({ modal, open, onClose }: ModalProps<'connect-to'>) {
  const { walletId, link: given } = modal
  const form = useForm({ defaultValues: { link: given ?? '' } })
  const connect = useAction(
    (uri: string) => request(connectSession, { body: { uri, walletId } }, { into: 'session' }),
    { onError: 'error-info' },
  )
  // What somebody else has filled in is judged at once.
  const { trigger } = form
  useEffect(() => {
    if (given) void trigger('link')
  }, [given, trigger])
  const submit = form.handleSubmit(async ({ link }) => {
    const uri = parseWcLink(link)?.uri
    const session = uri && (await connect.run(uri))
    if (!session) return
    onClose()
    tellIfUnanswered(session)
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      discard={form.formState.isDirty && !connect.working ? kitText.discardTyped : undefined}
      title={dappsText.connectTo}
      closeButton
    >
      <p className="-mt-1 max-w-64 text-body text-text-2">{dappsText.pasteLink}</p>
      <form noValidate className="mt-5" onSubmit={(event) => void submit(event)}>
        <TextField
          label={dappsText.link}
          mono
          data-autofocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={connect.working}
          error={form.formState.errors.link?.message}
          {...form.register('link', { validate: (link) => wcLinkError(link, Date.now()) ?? true })}
        />
        <Progress working={connect.working} />
        <Button
          type="submit"
          variant="primary"
          size={48}
          block
          className="mt-6"
          acts
          working={connect.working}
          workingText={dappsText.connecting}
        >
          {dappsText.connect}
        </Button>
      </form>
    </Dialog>
  )
}

function Progress({ working }: { working: boolean }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!working) return
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [working])
  return (
    <p role="status" className="text-sm text-text-2 not-empty:mt-4">
      {slow ? dappsText.reaching : null}
    </p>
  )
}
