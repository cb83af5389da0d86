import type { ReactNode } from 'react'

const tones = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent-text',
  neutral: 'bg-sunken text-text-2',
}

export type Tone = keyof typeof tones

type Props = { tone: Tone; dot?: boolean; className?: string; children: ReactNode }

/** The text says the status; the colour repeats it. */
export function Badge({ tone, dot = tone !== 'neutral', className = '', children }: Props) {
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-6px rounded-full px-9px text-xs font-550 ${tones[tone]} ${className}`}
    >
      {dot && <span aria-hidden className="size-6px shrink-0 rounded-full bg-current" />}
      {children}
    </span>
  )
}
