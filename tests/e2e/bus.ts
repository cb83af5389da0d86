import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { Message, type MessageBus, MessageType, sessionBus } from '@jellybrick/dbus-next'
import { attempt } from './browser.ts'

/** What the desktop was asked to show: https://specifications.freedesktop.org/notification-spec/ */
export interface Shown {
  id: number
  title: string
  /** The site that tells, as Chromium writes it above the text. */
  site: string
  body: string
  /** Keys of what can be clicked; `default` is the notification itself. */
  actions: string[]
}

export interface Bus {
  address: string
  /** What lies on the desktop now. */
  shown(): readonly Shown[]
  /** All that ever lay there, oldest first; one that replaced another counts once. */
  told(): readonly Shown[]
  /** A click, as the desktop tells of it: a trusted one for the browser. */
  click(id: number, action?: string): void
  stop(): void
}

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
const CLOSED_BY_CALL = 3

const DAEMON = 'dbus-daemon'
const runs = () => spawnSync(DAEMON, ['--version'], { stdio: 'ignore' }).status === 0

/** Sees to it that there is a bus to start: an installed one, else Debian's package. Elsewhere there is none. */
export const ensureBus = (): void => {
  const there =
    process.platform !== 'linux' ||
    runs() ||
    (attempt('apt-get', ['update', '-qq']) && attempt('apt-get', ['install', '-y', '-qq', DAEMON]) && runs())
  if (!there) throw new Error('No dbus-daemon found. Install it: its package has the same name.')
}

const addressOf = (daemon: ChildProcess): Promise<string> =>
  new Promise((done, fail) => {
    let output = ''
    daemon.once('error', fail)
    daemon.once('exit', () => fail(new Error('dbus-daemon ended before it gave its address.')))
    daemon.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const line = /^(.+)\n/.exec(output)?.[1]
      if (line) done(line)
    })
  })

/** Answers what Chromium asks of a desktop's notification server. */
const serve = (bus: MessageBus) => {
  const shown = new Map<number, Shown>()
  const told = new Map<number, Shown>()
  let lastId = 0
  const signal = (name: string, signature: string, body: unknown[]) =>
    bus.send(Message.newSignal(PATH, NAME, name, signature, body))
  const close = (id: number) => {
    if (shown.delete(id)) signal('NotificationClosed', 'uu', [id, CLOSED_BY_CALL])
  }
  const notify = (body: unknown[]): number => {
    const [, replaces, , title, text, actions] = body as [string, number, string, string, string, string[]]
    lastId += 1
    const id = replaces || lastId
    const [site = '', ...lines] = text.split('\n\n')
    const keys = actions.filter((_, index) => index % 2 === 0)
    const one = { id, title, site, body: lines.join('\n\n'), actions: keys }
    shown.set(id, one)
    told.set(id, one)
    return id
  }
  const answer = (message: Message): [signature: string, body: unknown[]] | undefined => {
    switch (message.member) {
      case 'GetCapabilities':
        return ['as', [['actions', 'body', 'persistence']]]
      case 'GetServerInformation':
        return ['ssss', ['desktop', 'test', '1', '1.2']]
      case 'Notify':
        return ['u', [notify(message.body)]]
      case 'CloseNotification':
        close(message.body[0] as number)
        return ['', []]
      default:
        return undefined
    }
  }
  bus.addMethodHandler((message) => {
    const reply =
      message.type === MessageType.METHOD_CALL && message.path === PATH ? answer(message) : undefined
    if (reply) bus.send(Message.newMethodReturn(message, ...reply))
    return reply !== undefined
  })
  return {
    shown: () => [...shown.values()],
    told: () => [...told.values()],
    click: (id: number, action = 'default') => signal('ActionInvoked', 'us', [id, action]),
  }
}

/** A session bus of its own, in this folder, with a notification server on it. */
export const startBus = async (folder: string): Promise<Bus> => {
  const daemon = spawn(
    DAEMON,
    ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=unix:tmpdir=${folder}`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const kill = () => daemon.kill('SIGKILL')
  process.once('exit', kill)
  const address = await addressOf(daemon)
  const bus = sessionBus({ busAddress: address })
  const server = serve(bus)
  await bus.requestName(NAME)
  return {
    address,
    ...server,
    stop: () => {
      bus.disconnect()
      kill()
      process.off('exit', kill)
    },
  }
}
