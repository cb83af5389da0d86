/** What a browser may have to mark the app's icon with: https://www.w3.org/TR/badging/ */
export interface Badging {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

/** Shows the number on the app's icon, where the browser can; nothing goes wrong where it cannot. */
export const showBadge = async (on: Badging, count: number): Promise<void> => {
  try {
    if (count > 0) await on.setAppBadge?.(count)
    else await on.clearAppBadge?.()
  } catch {
    // Only an app that is installed has a badge in some browsers.
  }
}
