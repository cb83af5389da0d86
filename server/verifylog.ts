import { readFile } from 'node:fs/promises'
import { faultOf } from './custody/verify.ts'

const USAGE = 'Name the file that the Guardians tab saved: npm run log:verify -- approval-log.json'

const readLog = async (path: string): Promise<unknown> => {
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${path} is no JSON.`, { cause })
  }
}

/** `npm run log:verify -- file.json`: needs nothing but the file. */
const main = async (): Promise<string> => {
  const [path, ...rest] = process.argv.slice(2)
  if (!path || rest.length > 0) throw new Error(USAGE)
  const log = await readLog(path)
  const fault = await faultOf(log)
  if (fault) throw new Error(fault)
  const { entries, head } = log as { entries: unknown[]; head: string }
  return `${entries.length} entries hold together. Head: ${head}`
}

main().then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
