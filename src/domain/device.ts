export interface Device {
  userAgent: string
  maxTouchPoints: number
  /** Opened from the home screen, or in a window of its own. */
  standalone: boolean
}

/** An iPad says that it is a Mac. */
const isApple = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** On an iPhone or iPad only a page of the home screen has notifications. */
export const needsHomeScreen = (device: Device): boolean => !device.standalone && isApple(device)

/** How this browser installs a page when it does not offer it by itself. */
export type InstallWay = 'installed' | 'apple' | 'mac' | 'android' | 'firefox' | 'chromium'

export const installWay = (device: Device): InstallWay => {
  const { userAgent, standalone } = device
  if (standalone) return 'installed'
  if (isApple(device)) return 'apple'
  if (/Android/.test(userAgent)) return 'android'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Macintosh/.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent) ? 'mac' : 'chromium'
}
