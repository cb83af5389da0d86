/**
 * Runs in the page, by its source text: the middle of the first element that is seen, can be pressed, and has this role and
 * name, or where no role is given, this text. Says what hinders while there is none.
 */
export const locate = (
  role: string | null,
  name: string,
  exact: boolean,
): [x: number, y: number] | string => {
  const IMPLICIT: Record<string, string> = {
    button: 'button',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    textbox: 'input, textarea',
    listitem: 'li',
    article: 'article',
    dialog: 'dialog',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    if (label) return tidy(label)
    const by = element.getAttribute('aria-labelledby')
    if (by)
      return tidy(
        by
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      )
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return tidy([...(element.labels ?? [])].map((each) => each.textContent).join(' '))
    return tidy(element.textContent)
  }
  /** Of the element itself, not of those within. */
  const own = (element: Element) =>
    tidy([...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join(''))
  const fits = (text: string) => (exact ? text === name : text.includes(name))
  const selector = role && [`[role="${role}"]`, IMPLICIT[role]].filter(Boolean).join(', ')
  const found = [...document.querySelectorAll(selector ?? 'body *')].filter((element) =>
    fits(role ? nameOf(element) : own(element)),
  )
  if (found.length === 0) return 'nothing of that name'
  const seen = found.find((element) => element.checkVisibility({ visibilityProperty: true }))
  if (!seen) return 'not seen'
  if (!role) return [0, 0]
  if (seen.matches(':disabled, [aria-disabled="true"]')) return 'disabled'
  seen.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = seen.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  if (!hit || !(seen.contains(hit) || hit.contains(seen))) return `covered by ${hit?.outerHTML.slice(0, 80)}`
  return [x, y]
}
