/**
 * Keeps the answers where they were drawn first, whatever comes to stand above them: who goes to press one finds it
 * there. The dialog grows upwards, and where that ends, its text scrolls.
 */
export const stand = (foot: HTMLElement | null) => {
  const panel = foot?.parentElement
  const frame = panel?.parentElement
  if (!foot || !panel || !frame) return
  const place = () => {
    Object.assign(frame.style, { alignItems: '', paddingBottom: '' })
    Object.assign(panel.style, { maxHeight: '', overflowY: '', paddingBottom: '' })
    foot.style.marginBottom = ''
    const { paddingTop, paddingBottom } = getComputedStyle(frame)
    const [over, under] = [Number.parseFloat(paddingTop), Number.parseFloat(paddingBottom)]
    const room = window.innerHeight - over
    // Unlike its box on the screen this height does not depend on how far it has come in.
    const height = panel.offsetHeight
    if (height > room - under) return
    const below = Math.max(under, window.innerHeight - panel.offsetTop - height)
    Object.assign(frame.style, { alignItems: 'flex-end', paddingBottom: `${below}px` })
    // What is sticky ends above the padding of what scrolls; the foot has room of its own.
    Object.assign(panel.style, { maxHeight: `${room - below}px`, overflowY: 'auto', paddingBottom: '0' })
    foot.style.marginBottom = '0'
  }
  place()
  window.addEventListener('resize', place)
  return () => window.removeEventListener('resize', place)
}
