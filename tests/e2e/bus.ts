import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { Message, type MessageBus, MessageType, sessionBus } from '@jellybrick/dbus-next'

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
const CLOSED = { byUser: 2, byCall: 3 }

const runs = () => spawnSync('dbus-daemon', ['--version'], { stdio: 'ignore' }).status === 0
const attempt = (args: string[]) =>
  spawnSync('apt-get', args, { stdio: 'inherit', timeout: 300_000 }).status === 0

/** Debian's package when there is none. */
const findDaemon = (): string => {
  const found =
    runs() || (attempt(['update', '-qq']) && attempt(['install', '-y', '-qq', 'dbus-daemon']) && runs())
  if (!found) throw new Error('No dbus-daemon found. Install the package dbus-daemon.')
  return 'dbus-daemon'
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
  const close = (id: number, reason: number) => {
    if (shown.delete(id)) signal('NotificationClosed', 'uu', [id, reason])
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
        close(message.body[0] as number, CLOSED.byCall)
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

/** A session bus of its own with a notification server on it. */
export const startBus = async (): Promise<Bus> => {
  const daemon = spawn(
    findDaemon(),
    ['--session', '--nofork', '--nopidfile', '--print-address=1', '--address=unix:tmpdir=/tmp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const address = await addressOf(daemon)
  const bus = sessionBus({ busAddress: address })
  const server = serve(bus)
  await bus.requestName(NAME)
  return {
    address,
    ...server,
    stop: () => {
      bus.disconnect()
      daemon.kill('SIGKILL')
    },
  }
}
