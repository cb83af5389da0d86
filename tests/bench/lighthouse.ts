import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { findBrowser } from '#tests/e2e/browser.ts'

/** The last one for Node 20. Not a dependency: with all that it needs it is larger than the product's own. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = 3

const Report = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.number() })),
})

const report = async (url: string): Promise<z.infer<typeof Report>> => {
  const file = resolve('.cache/bench/lighthouse.json')
  await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`],
      '--only-categories=performance,accessibility,best-practices',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() } },
  )
  return Report.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** Lighthouse's marks out of 100 for a phone, the median of some runs. */
export const judge = async (url: string): Promise<{ what: string; score: number }[]> => {
  const reports: z.infer<typeof Report>[] = []
  for (let turn = 0; turn < RUNS; turn += 1) reports.push(await report(url))
  return Object.entries(reports[0]?.categories ?? {}).map(([key, { title }]) => {
    const scores = reports.map(({ categories }) => categories[key]?.score ?? 0).sort((a, b) => a - b)
    return { what: title, score: Math.round((scores[Math.floor(RUNS / 2)] ?? 0) * 100) }
  })
}
