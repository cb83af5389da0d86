import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the servers of a run wrote, and what none of it may hold, a file for each process of the run. */
const FOLDER = resolve('.cache/test/logs')

const add = (kind: 'out' | 'secrets', text: string): void => {
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(join(FOLDER, `${process.pid}.${kind}`), text)
}

/** All that a server, custody and its other children said. */
export const keepLog = (text: string): void => add('out', text)

/** Notes something that nobody may find in a log: an address, a code, a cookie, an amount. */
export const secret = <T extends string>(text: T): T => {
  if (text !== '') add('secrets', `${text}\n`)
  return text
}

/** What is secret whatever the run was: a signature, and bytes that a wallet signed. */
const SIGNED = [
  /(?<![0-9a-z])(?:0x)?[0-9a-f]{130}(?![0-9a-z])/i,
  /02f[89][0-9a-f]{160,}/i,
  /0[12]000000000101[0-9a-f]{160,}/i,
]

/** Lines that hold one of the secrets as a word of its own, or something signed, each with what it is. */
export const leaksIn = (log: string, secrets: readonly string[]): string[] => {
  const words = [...new Set(secrets.map((each) => each.toLowerCase()))]
  const isPart = (letter: string | undefined) => letter !== undefined && /[0-9a-z]/.test(letter)
  const holds = (line: string, word: string): boolean => {
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
      if (!isPart(line[at - 1]) && !isPart(line[at + word.length])) return true
    return false
  }
  return log.split('\n').flatMap((line) => {
    const found =
      words.find((word) => holds(line.toLowerCase(), word)) ??
      SIGNED.map((pattern) => pattern.exec(line)?.[0]).find((match) => match !== undefined)
    return found === undefined ? [] : [`'${found}' in: ${line.slice(0, 500)}`]
  })
}

export const forgetLogs = (): void => rmSync(FOLDER, { recursive: true, force: true })

/** Throws when the logs of this run hold a secret of it. */
export const checkLogs = (): void => {
  if (!existsSync(FOLDER)) return
  const read = (kind: string) =>
    readdirSync(FOLDER)
      .filter((name) => name.endsWith(kind))
      .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
      .join('\n')
  const secrets = read('.secrets')
    .split('\n')
    .filter((each) => each !== '')
  const leaks = leaksIn(read('.out'), secrets)
  if (leaks.length > 0) throw new Error(`The logs hold what nobody may read there:\n${leaks.join('\n')}`)
}
