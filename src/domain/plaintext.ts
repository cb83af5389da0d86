import { UNSEEN } from '#contract/line.ts'

/** A text as pieces: what can be seen, and what stands between without being seen. */
export type Piece = { text: string } | { lines: number } | { blanks: number }

/** So many blank lines or characters in a row push what follows out of sight. */
const MANY_LINES = 3
const MANY_BLANKS = 24

const SEEN = new RegExp(`[^${UNSEEN}]`, 'u')
const BLANKS = new RegExp(`[${UNSEEN}]{${MANY_BLANKS},}`, 'gu')

const piecesOfLine = (line: string): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: blanks, index } of line.matchAll(BLANKS)) {
    if (index > at) pieces.push({ text: line.slice(at, index) })
    at = index + blanks.length
    if (SEEN.test(line.slice(at))) pieces.push({ blanks: [...blanks].length })
    else at = line.length
  }
  if (at < line.length) pieces.push({ text: line.slice(at) })
  return pieces
}

/** Sets apart what would hide the rest of a text: long runs of blank lines and of characters that nobody sees. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let blank = 0
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!SEEN.test(line)) {
      blank += 1
      continue
    }
    if (blank >= MANY_LINES) pieces.push({ lines: blank })
    const [first, ...rest] = piecesOfLine(line)
    const last = pieces.at(-1)
    if (first && last && 'text' in last && 'text' in first)
      last.text += `${'\n'.repeat(blank + 1)}${first.text}`
    else if (first) pieces.push(first)
    pieces.push(...rest)
    blank = 0
  }
  return pieces
}
