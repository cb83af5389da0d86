import { isFramed } from './framed.ts'

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void
}

/** The installed app has one window: what it is started with again comes here. Its first start is the page itself. */
export const hearLaunches = (first: string, onLaunch: (link: string) => void): void => {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  let begun = false
  launchQueue?.setConsumer(({ targetURL }) => {
    const again = begun || targetURL !== first
    begun = true
    if (!targetURL || !again) return
    if (isFramed(targetURL)) onLaunch(targetURL)
    else if (new URL(targetURL).pathname !== '/') location.assign(targetURL)
  })
}
