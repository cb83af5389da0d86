import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FullResult, Reporter } from 'playwright/types/testReporter'
import { CENSUS_DIR } from './census.ts'
import { MOST_UNUSED, UNUSED } from './unused.ts'

interface Record {
  shown: string[]
  used: string[]
}

const read = (): Record[] => {
  try {
    return readdirSync(CENSUS_DIR).map(
      (file) => JSON.parse(readFileSync(resolve(CENSUS_DIR, file), 'utf8')) as Record,
    )
  } catch {
    return []
  }
}

/** After a run of all browser tests (`CENSUS=1`): which controls nobody used. */
class CensusReport implements Reporter {
  onBegin() {
    rmSync(CENSUS_DIR, { recursive: true, force: true })
  }

  async onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    if (!process.env.CENSUS) return undefined
    const records = read()
    const used = new Set(records.flatMap((record) => record.used))
    const shown = new Set(records.flatMap((record) => record.shown))
    const left = [...shown].filter((control) => !used.has(control) && !(control in UNUSED)).sort()
    const stale = Object.keys(UNUSED).filter((control) => used.has(control) || !shown.has(control))
    console.log(
      `\nControls: ${shown.size} seen, ${used.size} used; ${left.length} by nobody, at most ${MOST_UNUSED} may be.`,
    )
    for (const control of left) console.log(`  nobody used ${control}`)
    for (const control of stale) console.log(`  used or gone, take it off tests/e2e/unused.ts: ${control}`)
    return left.length > MOST_UNUSED && status === 'passed' ? { status: 'failed' } : undefined
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default CensusReport
