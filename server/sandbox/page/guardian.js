import { byId, call, el } from './dom.js'
import { keepChoice, offer } from './wallet.js'

const EVERY_MS = 2000
const SIGN_IN = 'Sign in to the app in this browser first: the invite goes out from your own wallet.'
const INVITED = 'is invited. Approve its invite below, and turn on Guardian Approval in your wallet.'

const button = (label, kind, work) => {
  const made = el('button', { type: 'button', class: `button ${kind}` }, label)
  made.addEventListener('click', () => work(made))
  return made
}

const waiting = (email, item, say) => {
  const decide = async (decision, pressed) => {
    if (pressed.ariaBusy === 'true') return
    pressed.ariaBusy = 'true'
    try {
      await call('/sandbox/guardians/decide', { email, kind: item.kind, id: item.id, decision })
      say('', '')
    } catch (error) {
      say('bad', error.message)
    }
    pressed.ariaBusy = 'false'
    await refresh(say)
  }
  return el(
    'li',
    {},
    el('p', {}, item.text),
    el(
      'div',
      { class: 'answers' },
      button('Decline', '', (pressed) => decide('decline', pressed)),
      button('Approve', 'primary', (pressed) => decide('approve', pressed)),
    ),
  )
}

const guardian = ({ email, waiting: items, problem }, say) => {
  const note = problem ?? (items.length === 0 ? 'Nothing waits.' : '')
  return el(
    'li',
    {},
    el('strong', {}, email),
    ...(note ? [el('p', { class: 'note' }, note)] : []),
    el('ul', { class: 'waiting' }, ...items.map((item) => waiting(email, item, say))),
  )
}

let shown = ''
const refresh = async (say) => {
  const { items } = await call('/sandbox/guardians')
  const next = JSON.stringify(items)
  if (next === shown) return
  shown = next
  byId('guardians').replaceChildren(...items.map((item) => guardian(item, say)))
}

/** The wallets of whoever is signed in to the app in this browser, the newest first as in the other forms. */
const loadWallets = async () => {
  const select = byId('guardian-wallet')
  const hint = byId('guardian-hint')
  try {
    const { items } = await call('/api/v1/wallets')
    const active = items.filter(({ status }) => status === 'active')
    const newest = active.reverse()
    offer(
      select,
      newest.map(({ id, name }) => new Option(name, id)),
    )
    hint.textContent = active.length === 0 ? 'Create a wallet first.' : ''
  } catch {
    select.replaceChildren()
    hint.textContent = SIGN_IN
  }
}

export const startGuardians = () => {
  const form = byId('guardian')
  const invite = form.querySelector('button')
  const result = form.querySelector('.result')
  const title = invite.textContent
  const say = (kind, text) => {
    result.className = `result ${kind}`
    result.textContent = text
  }
  keepChoice(form.elements.wallet)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (invite.ariaBusy === 'true') return
    const walletId = form.elements.wallet.value
    if (!walletId) {
      say('bad', byId('guardian-hint').textContent)
      return
    }
    invite.ariaBusy = 'true'
    invite.textContent = 'Making an account…'
    say('', '')
    try {
      const { email } = await call('/sandbox/guardians', {})
      await call(`/api/v1/wallets/${walletId}/invite-approver`, { email })
      say('ok', `${email} ${INVITED}`)
      await refresh(say)
    } catch (error) {
      say('bad', error.message)
    }
    invite.ariaBusy = 'false'
    invite.textContent = title
  })

  const tick = async () => {
    if (!document.hidden) await refresh(say).catch((error) => say('bad', error.message))
    setTimeout(tick, EVERY_MS)
  }
  // Whoever comes back from the app may have signed in there, or made a wallet.
  for (const [target, event] of [
    [window, 'focus'],
    [document, 'visibilitychange'],
    [form.elements.wallet, 'pointerenter'],
  ])
    target.addEventListener(event, loadWallets)
  loadWallets()
  tick()
}
