import { byId, call, copyButton, el } from './dom.js'

const EVERY_MS = 2000
const SHOWN = 50
const rows = new Map()

const linksIn = (text) => [...new Set(text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [])]
const codeIn = (mail) => `${mail.subject}\n${mail.text}`.match(/(?<![\w.-])\d{6}(?![\w.-]?\w)/)?.[0]

const content = (mail) => {
  const parts = []
  if (mail.html) {
    const src = `/sandbox/mailbox/${mail.id}/html`
    parts.push(el('iframe', { sandbox: '', src, title: mail.subject, loading: 'lazy' }))
  } else parts.push(el('pre', { class: 'mono' }, mail.text))

  const links = linksIn(mail.text)
  if (links.length > 0) {
    const items = links.map((href) =>
      el('li', {}, el('a', { href, target: '_blank', rel: 'noopener' }, href)),
    )
    parts.push(el('div', {}, el('span', { class: 'note' }, 'Links in this mail'), el('ul', {}, ...items)))
  }
  return parts
}

const row = (mail) => {
  const body = el('div', { class: 'mail', id: `mail-${mail.id}`, hidden: '' })
  const time = el(
    'time',
    { datetime: mail.sentAt },
    new Date(mail.sentAt).toLocaleTimeString([], { timeStyle: 'medium' }),
  )
  const open = el(
    'button',
    {
      type: 'button',
      class: 'open',
      'aria-expanded': 'false',
      'aria-controls': body.id,
      onclick: () => {
        if (!body.hasChildNodes()) body.append(...content(mail))
        body.hidden = !body.hidden
        open.setAttribute('aria-expanded', String(!body.hidden))
      },
    },
    el('span', { class: 'subject' }, mail.subject),
    el('span', { class: 'note' }, el('span', {}, mail.to), time),
  )
  const code = codeIn(mail)
  const copy = code
    ? copyButton(code, { label: code, name: `Copy code ${code}`, className: 'button mono' }).reverse()
    : []
  return el('li', {}, el('div', { class: 'row' }, open, ...copy), body)
}

const render = (items) => {
  const list = byId('mails')
  const shown = items.slice(0, SHOWN)
  for (const [id, node] of rows) {
    if (shown.some((mail) => mail.id === id)) continue
    node.remove()
    rows.delete(id)
  }
  // Oldest first, so that each new one lands on top and open mails stay as they are.
  for (const mail of shown.toReversed()) {
    if (rows.has(mail.id)) continue
    rows.set(mail.id, row(mail))
    list.prepend(rows.get(mail.id))
  }
  byId('no-mail').hidden = items.length > 0
}

const state = (text) => {
  const line = byId('mailbox-state')
  if (line.textContent !== text) line.textContent = text
}

const refresh = async () => {
  const to = byId('mail-to').value.trim()
  const { items } = await call(`/sandbox/mailbox${to ? `?to=${encodeURIComponent(to)}` : ''}`)
  render(items)
  const more = items.length > SHOWN ? `, the newest ${SHOWN} are shown` : ''
  state(`${items.length} ${items.length === 1 ? 'mail' : 'mails'}${more}`)
}

export const startMail = () => {
  const tick = async () => {
    if (!document.hidden) await refresh().catch((error) => state(error.message))
    setTimeout(tick, EVERY_MS)
  }
  const now = () => refresh().catch((error) => state(error.message))
  byId('mail-to').addEventListener('input', () => {
    // Another filter may show older mails again: start the list anew.
    for (const node of rows.values()) node.remove()
    rows.clear()
    now()
  })
  document.addEventListener('visibilitychange', now)
  tick()
}
