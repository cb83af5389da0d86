import { type CrashPoint, crashPoints, type Ports as SendPorts } from '#tests/server/transactions/points.ts'

export interface Ports extends SendPorts {
  /** Hands an answer to a dApp to the relay. */
  answer(publish: () => Promise<void>): Promise<void>
}
type Wrap = (ports: Ports) => Ports

/** Custody knows of a send, the database does not. */
export const PROPOSED = 'after it is proposed'

/** Where a process may end while it does what a dApp asked for, besides the points of every send. */
const answerPoints = (crash: () => Promise<never>) =>
  ({
    'before the text is signed': (ports) => ({ ...ports, custody: { ...ports.custody, signMessage: crash } }),
    'after the text is signed': (ports) => ({
      ...ports,
      custody: {
        ...ports.custody,
        async signMessage(ask) {
          await ports.custody.signMessage(ask)
          return crash()
        },
      },
    }),
    [PROPOSED]: (ports) => ({
      ...ports,
      custody: {
        ...ports.custody,
        async propose(ask) {
          await ports.custody.propose(ask)
          return crash()
        },
      },
    }),
    'before the answer is out': (ports) => ({ ...ports, answer: crash }),
    'after the answer is out': (ports) => ({
      ...ports,
      async answer(publish) {
        await publish()
        return crash()
      },
    }),
  }) satisfies Record<string, Wrap>

export type Point = CrashPoint | keyof ReturnType<typeof answerPoints>

export const deadlyPoints = (crash: () => Promise<never>): Record<Point, Wrap> => {
  const sends = Object.entries(crashPoints(crash)).map(([name, wrap]): [string, Wrap] => [
    name,
    (ports) => ({ ...ports, ...wrap(ports) }),
  ])
  return { ...answerPoints(crash), ...(Object.fromEntries(sends) as Record<CrashPoint, Wrap>) }
}
