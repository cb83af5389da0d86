import { DialogPanel, DialogTitle } from '@headlessui/react'
import type { ReactNode, SubmitEvent } from 'react'
import { kitText } from '#text/kit.ts'
import { useLastOpen } from './DialogCard.tsx'
import { useDiscard } from './Discard.tsx'
import { IconButton } from './IconButton.tsx'
import { OutOfReach } from './OutOfReach.tsx'
import { Overlay } from './Overlay.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** The step that this one came from; the browser's Back leads there. */
  onBack?: () => void
  /** Asked before what was typed is lost; only while something was. */
  discard?: string | undefined
  title: ReactNode
  footer?: ReactNode
  /** With it, body and footer are one form. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** 480 px from the right; on a phone a sheet from below. */
export function Panel(props: Props) {
  const { open, onBack } = props
  const { title, footer, onSubmit, children } = useLastOpen(props)
  const { close, over } = useDiscard(open, props.onClose, props.discard)
  const inside = (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 pt-1 md:px-7">{children}</div>
      {footer && <div className="panel-foot border-t border-line px-5 pt-3 md:px-7 md:pt-4">{footer}</div>}
    </>
  )
  return (
    <Overlay open={open} onClose={close} onBack={onBack}>
      {(container) => (
        <>
          <DialogPanel ref={container} transition className="side-panel">
            <span aria-hidden className="grabber md:hidden" />
            <div className="flex min-h-16 shrink-0 items-center gap-3 px-5 max-[15rem]:pt-4 md:min-h-18 md:px-7">
              <DialogTitle className="min-w-0 flex-1 truncate type-h2 max-[15rem]:whitespace-normal">
                {title}
              </DialogTitle>
              <IconButton icon="x" label={kitText.close} onClick={close} className="-mr-2" />
            </div>
            <OutOfReach className="mx-5 mb-3 md:mx-7" />
            {onSubmit ? (
              <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
                {inside}
              </form>
            ) : (
              inside
            )}
          </DialogPanel>
          {over}
        </>
      )}
    </Overlay>
  )
}
