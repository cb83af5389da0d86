import { byId, call } from './dom.js'

const EVERY_MS = 500

const answers = async () => {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** First the old one has to be gone, then the new one to be there. */
const restarted = async () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  for (let gone = false; ; ) {
    const there = await answers()
    if (gone && there) return
    gone ||= !there
    await wait()
  }
}

export const startReset = () => {
  const [button, dialog, result] = ['reset', 'reset-dialog', 'reset-result'].map(byId)
  const title = button.textContent
  const say = (kind, text) => {
    result.className = `result ${kind}`
    result.textContent = text
  }
  button.addEventListener('click', () => {
    if (button.ariaBusy === 'true') return
    dialog.showModal()
  })
  byId('reset-no').addEventListener('click', () => dialog.close())
  byId('reset-yes').addEventListener('click', async () => {
    dialog.close()
    button.ariaBusy = 'true'
    button.textContent = 'Starting over…'
    say('', '')
    try {
      await call('/sandbox/reset', {})
      await restarted()
      location.reload()
    } catch (error) {
      say('bad', error.message)
      button.ariaBusy = 'false'
      button.textContent = title
    }
  })
}
