import type { Language } from '#contract/language.ts'
import type { Mail } from './mailer.ts'

export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  /** A code in large type. */
  code?: string
  action?: { label: string; link: string }
  /** A link that few need, in small print. */
  aside?: { label: string; link: string }
  /** Small print. */
  footer: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; padding: 24px 12px; background: #f6f7f9; color: #0e1726 }
.card { background: #ffffff; color: #0e1726; border-color: #d9dee7 }
.code { background: #eef2fb; color: #0e1726 }
.small { color: #566176 }
@media (prefers-color-scheme: dark) {
  body { background: #0b1018 !important; color: #e8ecf3 !important }
  .card { background: #111722 !important; color: #e8ecf3 !important; border-color: #2a3344 !important }
  .code { background: #1b2538 !important; color: #ffffff !important }
  .small { color: #a3adbf !important }
}`

const FONT =
  "font-family: system-ui, -apple-system, 'Segoe UI', sans-serif; font-size: 16px; line-height: 1.5"

const html = ({ title, paragraphs, code, action, aside, footer }: Letter, language: Language) =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<meta name="supported-color-schemes" content="light dark"><title>${escaped(title)}</title>`,
    `<style>${STYLE}</style></head><body style="${FONT}">`,
    '<div class="card" style="max-width: 480px; margin: 0 auto; padding: 28px; border: 1px solid #d9dee7; border-radius: 12px">',
    `<h1 style="margin: 0 0 16px; font-size: 20px; line-height: 1.3">${escaped(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin: 0 0 16px">${escaped(paragraph)}</p>`),
    code === undefined
      ? ''
      : `<p class="code" style="margin: 0 0 16px; padding: 14px; border-radius: 8px; text-align: center; font: 600 28px/1.2 ui-monospace, monospace; letter-spacing: 4px">${escaped(code)}</p>`,
    action === undefined
      ? ''
      : `<p style="margin: 0 0 16px"><a href="${escaped(action.link)}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1d4fc4; color: #ffffff; text-decoration: none; font-weight: 600">${escaped(action.label)}</a></p>`,
    aside === undefined
      ? ''
      : `<p style="margin: 0 0 16px; font-size: 13px"><a class="small" href="${escaped(aside.link)}" style="color: #566176">${escaped(aside.label)}</a></p>`,
    `<p class="small" style="margin: 0; font-size: 13px">${escaped(footer)}</p>`,
    '</div></body></html>',
  ].join('\n')

const text = ({ title, paragraphs, code, action, aside, footer }: Letter) =>
  [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(action === undefined ? [] : [`${action.label}: ${action.link}`]),
    ...(aside === undefined ? [] : [`${aside.label}: ${aside.link}`]),
    footer,
  ].join('\n\n')

/** The two bodies of a mail: readable in light and dark, without pictures, so without a trace of who reads it. */
export const mailOf = (to: string, content: Letter, language: Language): Mail => ({
  to,
  subject: content.subject,
  text: `${text(content)}\n`,
  html: html(content, language),
})
