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
    el('span', { class: 'note' }, time),
  )
  const code = codeIn(mail)
  const copy = code
    ? copyButton(code, { label: code, name: `Copy code ${code}`, className: 'button mono' }).reverse()
    : []
  return el('li', {}, el('div', { class: 'row' }, open, ...copy), body)
}

const DEMO = /@demo\.example$/

const nodeOf = (key, make) => {
  if (!rows.has(key)) rows.set(key, make())
  return rows.get(key)
}
const person = (to) => el('li', { class: 'person' }, el('h3', {}, to))

/** By person: who got a mail last comes first, demo guardians after everybody else. */
const render = (items) => {
  const list = byId('mails')
  const people = new Map()
  for (const mail of items.slice(0, SHOWN)) {
    const to = mail.to.toLowerCase()
    if (!people.has(to)) people.set(to, [])
    people.get(to).push(mail)
  }
  const order = [...people].sort(([one], [other]) => DEMO.test(one) - DEMO.test(other))
  const wanted = order.flatMap(([to, mails]) => [
    nodeOf(`to ${to}`, () => person(to)),
    ...mails.map((mail) => nodeOf(mail.id, () => row(mail))),
  ])
  for (const [key, node] of rows) {
    if (wanted.includes(node)) continue
    node.remove()
    rows.delete(key)
  }
  // What is in its place stays there: a moved frame would load again.
  let place = list.firstChild
  for (const node of wanted) {
    if (node === place) place = place.nextSibling
    else list.insertBefore(node, place)
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
