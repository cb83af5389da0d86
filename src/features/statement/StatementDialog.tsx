import './statement.css'
import { DialogPanel, DialogTitle } from '@headlessui/react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { dayOf } from '#domain/date.ts'
import type { ModalProps } from '#state/modals.ts'
import { walletsAtom } from '#state/wallets.ts'
import { activityText } from '#text/activity.ts'
import { kitText } from '#text/kit.ts'
import { statementText } from '#text/statement.ts'
import { Button } from '#ui/Button.tsx'
import { Day } from '#ui/Day.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Overlay } from '#ui/Overlay.tsx'
import { Sheet } from './Sheet.tsx'

/** What a wallet held and moved in a period, as the browser prints it. */
export function StatementDialog({ modal, open, onClose }: ModalProps<'statement'>) {
  const [from, setFrom] = useState(modal.from)
  const [to, setTo] = useState(modal.to)
  const wallet = useAtomValue(walletsAtom).find(({ id }) => id === modal.walletId)
  const today = dayOf(new Date().toISOString())
  // Typed days may lie beyond what the fields allow. What will be held is not known.
  const [last = ''] = [to, today].sort()
  const isPeriod = from <= (last || today)
  return (
    <Overlay open={open} onClose={onClose}>
      {(container) => (
        <DialogPanel
          ref={container}
          transition
          className="statement fixed inset-0 flex flex-col bg-surface transition-opacity duration-120 data-closed:opacity-0"
        >
          <div className="unprinted shrink-0 border-b border-line">
            <div className="mx-auto flex w-full max-w-200 flex-wrap items-center gap-2 px-4 py-3 md:px-8">
              <DialogTitle className="min-w-0 flex-1 type-h2">{statementText.title}</DialogTitle>
              <IconButton icon="x" label={kitText.close} onClick={onClose} className="-mr-2 md:order-last" />
              <div className="grid w-full grid-cols-2 gap-2 md:flex md:w-auto">
                <Day label={activityText.fromDay} value={from} max={to} onChange={setFrom} />
                <Day label={activityText.toDay} value={to} min={from} onChange={setTo} />
                <Button
                  variant="primary"
                  onClick={() => print()}
                  disabled={!isPeriod}
                  className="col-span-2"
                  data-autofocus
                >
                  {statementText.print}
                </Button>
              </div>
            </div>
          </div>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            tabIndex={0}
            aria-label={statementText.title}
            className="scrolled min-h-0 flex-1 overflow-y-auto outline-offset--2"
          >
            {wallet && isPeriod && <Sheet wallet={wallet} from={from} to={last} />}
            {!isPeriod && (
              <div className="mx-auto w-full max-w-200 px-4 py-6 md:px-8 md:py-10">
                <Notice tone="warn" icon="triangle-alert" role="alert">
                  {statementText.noPeriod}
                </Notice>
              </div>
            )}
          </section>
        </DialogPanel>
      )}
    </Overlay>
  )
}
