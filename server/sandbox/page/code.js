import { byId } from './dom.js'
import { parseSecret, totp } from './totp.js'

const HINT = 'It stays in this tab until you close it.'

/** The authenticator: shows the code of the pasted secret and how long it still counts. */
export const startCode = () => {
  const input = byId('secret')
  const hint = byId('secret-hint')
  const value = byId('code-value')
  const copy = byId('code-copy')
  let secret
  let current = ''

  const show = async () => {
    const shown = secret
    if (!shown) return
    const { code, left } = await totp(shown, Date.now())
    if (shown !== secret) return
    const half = Math.ceil(code.length / 2)
    if (code !== current) value.textContent = `${code.slice(0, half)} ${code.slice(half)}`
    current = code
    byId('code-left').textContent = `${left} s left`
    byId('code-progress').max = shown.period
    byId('code-progress').value = left
    byId('code').hidden = false
  }

  const read = () => {
    let complaint = ''
    secret = undefined
    current = ''
    byId('code').hidden = true
    try {
      if (input.value.trim() !== '') secret = parseSecret(input.value)
    } catch (error) {
      complaint = error.message
    }
    input.setAttribute('aria-invalid', String(complaint !== ''))
    hint.className = complaint ? 'hint bad' : 'hint'
    hint.textContent = complaint || HINT
    show()
  }

  input.addEventListener('input', read)
  byId('code-form').addEventListener('submit', (event) => event.preventDefault())
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(current)
    copy.textContent = 'Copied!'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 2000)
  })
  setInterval(show, 1000)
  read()
}
