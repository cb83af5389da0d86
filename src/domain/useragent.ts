/** What a browser says of itself, made out: only names from the lists below, whatever it says. */
export interface Agent {
  browser: string
  system: string
}

type Names = readonly (readonly [RegExp, string])[]

/** The first that fits: each of them also says the names of those after it. */
const BROWSERS: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** As much of it as is looked at. */
const LOOKED_AT = 512

const nameIn = (names: Names, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Undefined where nothing of it is known. */
export const agentOf = (userAgent: string | undefined): Agent | undefined => {
  const text = (userAgent ?? '').slice(0, LOOKED_AT)
  const [browser, system] = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)]
  if (!browser && !system) return undefined
  return { browser: browser ?? 'Another browser', system: system ?? 'another system' }
}
