import { saying } from '#text/catalogue.ts'
import { type ToastAction, toast } from '#ui/toast.ts'

export type Tone = 'success' | 'error' | 'info'

/** Shows a toast, with a button if there is something to do about it; the same text once while it is visible. */
export const say = (message: string, tone: Tone = 'info', ...action: [ToastAction?]): void => {
  toast[tone](saying(message), ...action)
}
