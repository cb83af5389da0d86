import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { byId, call, copyButton } from '#server/sandbox/page/dom.js'
import { accountsOf, openClient, openSession, propose, reason } from './client.js'
import { startForms } from './form.js'

const SECTIONS = { start: ['start'], pairing: ['pairing'], wallet: ['wallet', 'requests'] }

const show = (state) => {
  for (const [name, ids] of Object.entries(SECTIONS)) for (const id of ids) byId(id).hidden = name !== state
}

const say = (text, kind = '') => {
  byId('status').className = `status ${kind}`
  byId('status').textContent = text
}

/** The link holds a key, so it stands in the fragment, which no server hears of. The app fills it in; its owner connects. */
const handBack = (appUrl, uri) => new URL(`/wallets#connect=${encodeURIComponent(uri)}`, appUrl).href

const start = (client, config) => {
  const qr = createRoot(byId('qr'))
  /** Counts the links, so that a late answer to an abandoned one changes nothing. */
  let attempt = 0
  let session
  /** Aborts with the session, which nobody answers any more. */
  let end

  const chainName = (id) => config.chains.find((chain) => chain.id === id)?.name ?? id
  const current = () => {
    const accounts = accountsOf(session)
    const account = accounts.find(({ chain }) => chain === byId('network').value) ?? accounts[0]
    return { topic: session.topic, ended: end.signal, ...account }
  }
  const showAccount = () => {
    const { address, chain } = current()
    byId('account').textContent = address
    byId('chain').textContent = `${chainName(chain)} (${chain})`
  }
  const connected = (opened, text) => {
    attempt += 1
    session = opened
    end ??= new AbortController()
    const accounts = accountsOf(opened)
    byId('network').replaceChildren(...accounts.map(({ chain }) => new Option(chainName(chain), chain)))
    byId('network-field').hidden = accounts.length < 2
    showAccount()
    say(text)
    show('wallet')
  }
  const ended = (text, kind) => {
    attempt += 1
    session = undefined
    end?.abort()
    end = undefined
    say(text, kind)
    show('start')
    byId('connect').focus()
  }

  byId('network').addEventListener('change', showAccount)
  byId('connect').addEventListener('click', async () => {
    attempt += 1
    const own = attempt
    say('Asking the relay for a link…')
    try {
      const { uri, approval } = await propose(client, config.chains)
      if (own !== attempt) return
      byId('link').value = uri
      byId('copy-link').replaceChildren(
        ...copyButton(uri, { label: 'Copy link', name: 'Copy link', className: 'button' }),
      )
      byId('hand-back').href = handBack(config.appUrl, uri)
      qr.render(
        createElement(QRCodeSVG, { value: uri, size: 320, marginSize: 4, title: 'QR code of the link' }),
      )
      say('Waiting for the wallet…')
      show('pairing')
      byId('hand-back').focus()
      const opened = await approval()
      if (own === attempt) connected(opened, 'The wallet is connected.')
    } catch (error) {
      if (own === attempt) ended(reason(error, 'connection'), 'bad')
    }
  })
  byId('cancel').addEventListener('click', () => ended('The link was given up. Connect again for a new one.'))
  byId('disconnect').addEventListener('click', async () => {
    const { topic } = session
    ended('The wallet is disconnected.')
    await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  })

  const isOurs = ({ topic }) => topic === session?.topic
  client.on('session_delete', (event) => isOurs(event) && ended('The wallet disconnected.', 'bad'))
  client.on('session_expire', (event) => isOurs(event) && ended('The connection has expired.', 'bad'))
  client.on('session_update', (event) => {
    if (isOurs(event)) connected(client.session.get(event.topic), 'The wallet changed the connection.')
  })

  startForms(client, config, current)
  const earlier = openSession(client)
  if (earlier) connected(earlier, 'The wallet is connected.')
  else {
    say('')
    show('start')
  }
}

try {
  const config = await call('/config.json')
  byId('app-link').href = config.appUrl
  start(await openClient(config.relayUrl), config)
} catch (error) {
  say(error.message, 'bad')
}
