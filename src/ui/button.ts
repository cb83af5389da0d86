const variants = {
  primary: 'bg-accent text-on-accent lit hover:bg-accent-hover active:bg-accent-hover',
  secondary: 'bg-surface text-text edge-2 edge-raised hover:bg-sunken active:bg-sunken',
  ghost: 'text-text-2 hover:bg-sunken hover:text-text active:bg-sunken',
  'soft-danger': 'bg-bad-soft text-bad hover:bg-bad-soft-hover active:bg-bad-soft-hover',
  danger: 'bg-bad-solid text-on-accent lit hover:bg-bad-solid-hover active:bg-bad-solid-hover',
}

const states = {
  disabled: 'bg-sunken text-text-3 edge cursor-not-allowed',
  working: 'bg-accent-soft text-accent-text edge-working cursor-progress',
}

const sizes = {
  32: 'min-h-32px px-3 py-1 gap-2 rounded-btn-sm hit-44',
  40: 'min-h-40px px-4 py-2 gap-2 rounded-btn hit-44',
  48: 'min-h-48px px-5 py-3 gap-2 rounded-input',
  tile: 'min-h-68px px-1 py-2 gap-2 rounded-card',
}

export type Variant = keyof typeof variants
export type ButtonSize = Exclude<keyof typeof sizes, 'tile'>

type Look = {
  variant: Variant
  size: keyof typeof sizes
  block: boolean
  state?: keyof typeof states
}

/** The classes that <button> and <a> share. */
export function buttonClass({ variant, size, block, state }: Look): string {
  const paint = state ? states[state] : variants[variant]
  const width = block ? 'w-full' : ''
  return `inline-flex items-center justify-center text-ui font-550 text-center micro select-none ${sizes[size]} ${width} ${paint}`
}
