/** An element with properties and children; strings become text, never markup. */
export const el = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

export const byId = (id) => document.getElementById(id)

/** The sandbox's answer, or an Error with the sentence that it gave. */
export const call = async (path, body) => {
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The sandbox does not answer. Is it still running?')
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.message ?? 'Something went wrong')
  return answer
}

/** A button that copies what it shows. */
export const copyButton = (text, { label = text, name, className = 'copy mono' } = {}) => {
  const done = el('span', { class: 'copied', role: 'status' })
  const button = el(
    'button',
    {
      type: 'button',
      class: className,
      'aria-label': name ?? `Copy ${text}`,
      onclick: async () => {
        await navigator.clipboard.writeText(text)
        done.textContent = 'Copied!'
        setTimeout(() => {
          done.textContent = ''
        }, 2000)
      },
    },
    label,
  )
  return [button, done]
}
