/** How often (milliseconds) a page that is looked at asks whether the server is there, and how long it waits for the answer. */
const EVERY = 1500
const PATIENCE = 3400
/** How long after that a connection that stays silent is given up for another one: a server may only be busy. */
const LAST_PATIENCE = 15_000
/** A timer that comes so much too late tells of a page that stood still, not of a silent server. */
const TOO_LATE = 1000

interface PulseDeps {
  /** Somebody looks at the page: an unseen one asks nothing, for the battery's sake. */
  isWatched(): boolean
  ask(onAnswer: () => void): void
  onSilent(): void
  /** The server speaks again, on the same connection. */
  onHeard(): void
  onDead(): void
}

/**
 * Notices within five seconds that a connection which looks open leads nowhere: the server hangs, or something on the way
 * has dropped it without a word.
 */
export const createPulse = ({ isWatched, ask, onSilent, onHeard, onDead }: PulseDeps) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'off' | 'rests' | 'waits' | 'silent' = 'off'
  let connection = 0

  const next = (what: typeof state, run: () => void, delay: number) => {
    clearTimeout(timer)
    state = what
    timer = setTimeout(run, delay)
  }
  const hear = (of: number) => {
    if (of !== connection) return
    const wasSilent = state === 'silent'
    next('rests', beat, EVERY)
    if (wasSilent) onHeard()
  }
  const beat = () => {
    if (!isWatched()) return
    const [of, asked] = [connection, Date.now()]
    next('waits', () => (Date.now() - asked > PATIENCE + TOO_LATE ? beat() : miss()), PATIENCE)
    ask(() => hear(of))
  }
  const miss = () => {
    if (!isWatched()) {
      state = 'rests'
      return
    }
    next('silent', onDead, LAST_PATIENCE)
    onSilent()
  }

  return {
    /** Of a new connection. */
    start() {
      connection += 1
      state = 'rests'
      beat()
    },
    stop() {
      connection += 1
      state = 'off'
      clearTimeout(timer)
    },
    /** Somebody looks at the page again. */
    wake() {
      if (state === 'rests') beat()
    },
  }
}
