import { noticeKindsAtom } from '#state/noticekinds.ts'
import { store } from '#state/store.ts'
import { createAttention } from './attention.ts'
import { closeNotice, showNotice } from './worker.ts'

/** Tells of an event whoever does not look at this page. */
export const attend = createAttention({
  isHidden: () => document.hidden,
  isAllowed: () => 'Notification' in globalThis && Notification.permission === 'granted',
  wants: (kind) => store.get(noticeKindsAtom).includes(kind),
  show: showNotice,
  close: closeNotice,
})
