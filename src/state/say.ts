import { toast } from '#ui/toast.ts'

export type Tone = 'success' | 'error' | 'info'

/** Shows a toast; the same text once while it is visible. */
export const say = (message: string, tone: Tone = 'info'): void => {
  toast[tone](message)
}
