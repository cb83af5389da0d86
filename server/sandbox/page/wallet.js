import { call } from './dom.js'

const EVERY_MS = 3000
const OTHER = 'other'

const short = (address) => `${address.slice(0, 6)}…${address.slice(-4)}`
const label = ({ name, address, status }) =>
  `${name} · ${short(address)}${status === 'active' ? '' : ` · ${status}`}`

/** Bitcoin addresses of the wallets on offer, by their EVM addresses. */
const bitcoin = new Map()

/** Puts these on offer. What a person chose stays chosen; until then it is the first one, the newest wallet. */
export const offer = (select, nodes, isGood = () => true) => {
  const { chosen } = select.dataset
  select.replaceChildren(...nodes)
  const known = [...select.options].some(({ value }) => value === chosen)
  select.value = known && isGood(chosen) ? chosen : (select.options[0]?.value ?? '')
}

/** Remembers what a person chooses, for `offer`. */
export const keepChoice = (select) => {
  select.addEventListener('change', () => {
    select.dataset.chosen = select.value
  })
}

/** Offers the wallets of those who signed in last, by person, the newest first; any other address is typed. */
const fill = (form, items) => {
  const { wallet, address } = form.elements
  const groups = Map.groupBy
    ? Map.groupBy(items, ({ email }) => email)
    : new Map(items.map(({ email }) => [email, items.filter((item) => item.email === email)]))
  const nodes = [...groups].map(([email, own]) => {
    const group = document.createElement('optgroup')
    group.label = email
    group.append(...own.map((item) => new Option(label(item), item.address)))
    return group
  })
  nodes.push(new Option('Another address', OTHER))
  offer(wallet, nodes, (chosen) => chosen !== OTHER || address.value !== '')
  show(form)
}

const show = (form) => {
  const { wallet, address } = form.elements
  address.closest('.field').hidden = wallet.value !== OTHER
}

/** The address that a form is about, on a chain of this family; '' where there is none. */
export const addressOf = (form, isBitcoin = false) => {
  const { wallet, address } = form.elements
  if (wallet.value === OTHER) return address.value.trim()
  return isBitcoin ? (bitcoin.get(wallet.value) ?? '') : wallet.value
}

export const isTyped = (form) => form.elements.wallet.value === OTHER

export const startWallets = (forms) => {
  for (const form of forms) {
    keepChoice(form.elements.wallet)
    form.elements.wallet.addEventListener('change', () => show(form))
  }
  let shown
  const refresh = async () => {
    const { items } = await call('/sandbox/wallets')
    const next = JSON.stringify(items)
    if (next === shown) return
    shown = next
    for (const item of items) bitcoin.set(item.address, item.bitcoin)
    for (const form of forms) fill(form, items)
  }
  const tick = async () => {
    // A list that is open must not change under the pointer.
    const choosing = forms.some((form) => form.elements.wallet === document.activeElement)
    if (!document.hidden && (!choosing || shown === undefined)) await refresh().catch(() => undefined)
    setTimeout(tick, EVERY_MS)
  }
  for (const form of forms) fill(form, [])
  tick()
}
