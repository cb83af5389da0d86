/** One encrypted message of the WalletConnect relay. */
export interface Letter {
  topic: string
  message: string
  tag: number
  /** Milliseconds. */
  publishedAt: number
  expiresAt: number
  /** Client that published it: it never gets its own words back. */
  from: string
}

const MAX_PER_TOPIC = 1000
const MAX_CHARACTERS = 64 * 1024 * 1024
const SWEEP_MS = 30_000

/** Keeps messages until their time runs out, so that whoever subscribes later still gets them. Never grows beyond a bound. */
export const makePostbox = () => {
  const topics = new Map<string, Letter[]>()
  let characters = 0

  const drop = (letter: Letter) => {
    characters -= letter.message.length
  }
  const keep = (topic: string, letters: Letter[]) => {
    if (letters.length === 0) topics.delete(topic)
    else topics.set(topic, letters)
  }
  const sweep = () => {
    const now = Date.now()
    for (const [topic, letters] of topics) {
      const live = letters.filter((letter) => letter.expiresAt > now || drop(letter))
      if (live.length < letters.length) keep(topic, live)
    }
  }
  /** Topics keep the order in which they were first used: the oldest one gives way. */
  const makeRoom = () => {
    for (const [topic, letters] of topics) {
      if (characters <= MAX_CHARACTERS) return
      letters.forEach(drop)
      topics.delete(topic)
    }
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()

  return {
    put(letter: Letter): void {
      const letters = topics.get(letter.topic) ?? []
      letters.push(letter)
      characters += letter.message.length
      if (letters.length > MAX_PER_TOPIC) letters.splice(0, 1).forEach(drop)
      topics.set(letter.topic, letters)
      makeRoom()
    },
    /** What this client has not written itself, oldest first. */
    read(topic: string, reader: string): Letter[] {
      const now = Date.now()
      return (topics.get(topic) ?? []).filter(({ expiresAt, from }) => expiresAt > now && from !== reader)
    },
    close: () => clearInterval(timer),
  }
}
