import './toast.css'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import { TOAST_AUTO_CLOSE } from '#contract/limit.ts'
import { appText } from '#text/app.ts'
import { Icon } from './Icon.tsx'

export type ToastKind = 'success' | 'error' | 'info'

/** What a toast offers to do about its message: 'View'. */
export type ToastAction = { label: string; onClick: () => void }

const transition = cssTransition({ enter: 'toast-enter', exit: 'toast-leave', collapseDuration: 120 })

const icons = {
  success: <Icon name="circle-check" size={20} className="text-ok" />,
  error: <Icon name="circle-alert" size={20} className="text-bad" />,
  info: <Icon name="info" size={20} className="text-accent-text" />,
}

/** Leads the focus to them; the library's own. */
const HOT_KEY = 'Alt+T'

/** Load it through Toaster. */
export function Toasts() {
  return (
    <ToastContainer
      aria-label={`${appText.notifications} ${HOT_KEY}`}
      position="top-right"
      autoClose={TOAST_AUTO_CLOSE}
      transition={transition}
      hideProgressBar
      closeButton={false}
      closeOnClick
      draggable={false}
      pauseOnFocusLoss={false}
    />
  )
}

export function push(kind: ToastKind, message: string, action?: ToastAction): void {
  const role = kind === 'error' ? 'alert' : 'status'
  const content = action ? <Offer message={message} action={action} /> : message
  // The same words again may be about something newer.
  if (action && toast.isActive(message)) toast.update(message, { render: content })
  else toast(content, { toastId: message, type: kind, role, icon: icons[kind] })
}

/** The press also reaches the toast, which closes. */
function Offer({ message, action }: { message: string; action: ToastAction }) {
  return (
    <>
      <span className="min-w-0 flex-1">{message}</span>
      <button type="button" onClick={action.onClick} className="link shrink-0 hit-44 relative">
        {action.label}
      </button>
    </>
  )
}
