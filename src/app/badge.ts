import { type Badging, showBadge } from '#domain/badgecount.ts'
import type { Store } from '#state/store.ts'
import { waitingAtom } from '#state/waiting.ts'
import { commonText } from '#text/common.ts'

/** Keeps the numbers on the app's icon and in the title of its page true to what waits. */
export const bindBadge = (store: Store, on: Badging, page: { title: string }): void => {
  const show = () => {
    const count = store.get(waitingAtom)
    page.title = count > 0 ? `(${count}) ${commonText.product}` : commonText.product
    void showBadge(on, count)
  }
  store.sub(waitingAtom, show)
  show()
}
