import { icons as coins } from '@iconify-json/cryptocurrency-color'
import { icons as logos } from '@iconify-json/logos'
import { icons as lucide } from '@iconify-json/lucide'
import presetIcons from '@unocss/preset-icons'
import presetWind4 from '@unocss/preset-wind4'
import { defineConfig } from 'unocss'
import { boldHomeIcons, boldIcons, thinHomeIcons, thinIcons } from './src/ui/icon.ts'

const roles = [
  'canvas',
  'surface',
  'sunken',
  'line',
  'line-2',
  'control',
  'text',
  'text-2',
  'text-3',
  'accent',
  'accent-hover',
  'accent-text',
  'accent-soft',
  'on-accent',
  'ok',
  'ok-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-soft',
  'bad-soft-hover',
  'bad-solid',
  'bad-solid-hover',
  'inv',
  'on-inv',
  'dot',
  'scrim',
  'seal-a',
  'seal-b',
  'art',
  'art-2',
  'art-3',
  'coin',
]

/** Font size, line height and tracking; rem, so that text zoom works. */
const size = (px: number, line: number, tracking = 0) => ({
  fontSize: `${px / 16}rem`,
  lineHeight: `${line / 16}rem`,
  letterSpacing: `${tracking}em`,
})

/** These of Lucide and the mark of Google, with another stroke than 2 where one is given. */
const pick = (names: readonly string[], stroke = 2) => ({
  ...lucide,
  icons: Object.fromEntries(
    names.map((name) => {
      const { width, height } = logos
      const lucideName = lucide.aliases?.[name]?.parent ?? name
      const icon =
        name === 'google' ? { width, height, ...logos.icons['google-icon'] } : lucide.icons[lucideName]
      if (icon?.body === undefined) throw new Error(`Lucide has no icon ${name}: see src/ui/icon.ts`)
      return [name, { ...icon, body: icon.body.replaceAll('stroke-width="2"', `stroke-width="${stroke}"`) }]
    }),
  ),
})

const THIN = 1.75

/** Icons in a layer of their own, for a sheet that loads with what shows them. */
const icons = (layer: string, collections: Record<string, () => typeof lucide>, prefix = 'i-') => ({
  ...presetIcons({
    prefix,
    layer,
    extraProperties: { display: 'inline-block', 'flex-shrink': '0' },
    collections,
  }),
  name: layer,
})

export default defineConfig({
  // Their order stands in src/ui/theme.css.
  outputToCssLayers: true,
  presets: [
    presetWind4({ preflights: { reset: true } }),
    icons('icons', { thin: () => pick(thinIcons, THIN), bold: () => pick(boldIcons) }),
    // Of the signed-in screens: Layout imports them.
    icons('home', { thin: () => pick(thinHomeIcons, THIN), bold: () => pick(boldHomeIcons) }),
    // CoinIcon imports them.
    icons('coins', { color: () => coins }, 'coin-'),
  ],
  safelist: [
    ...[...thinIcons, ...thinHomeIcons].map((name) => `i-thin-${name}`),
    ...[...boldIcons, ...boldHomeIcons].map((name) => `i-bold-${name}`),
  ],
  content: { pipeline: { include: [/\.tsx($|\?)/, /\/src\/(ui|features|app)\/.*\.ts($|\?)/] } },
  theme: {
    colors: Object.fromEntries(roles.map((role) => [role, `var(--${role})`])),
    font: {
      sans: '"Geist Variable", "Geist Fallback", system-ui, sans-serif',
      mono: '"Geist Mono Variable", "Geist Mono Fallback", ui-monospace, monospace',
    },
    text: {
      'money-xl': size(44, 52, -0.035),
      'money-xl-phone': size(38, 46, -0.035),
      'money-lg': size(36, 44, -0.032),
      'money-md': size(28, 36, -0.025),
      'money-sm': size(22, 28, -0.022),
      h1: size(28, 34, -0.022),
      'h1-phone': size(26, 32, -0.022),
      h2: size(20, 28, -0.014),
      h3: size(16, 24, -0.006),
      body: size(15, 24),
      ui: size(14, 20),
      sm: size(13, 18),
      xs: size(12, 16),
    },
    radius: {
      'btn-sm': '8px',
      btn: '10px',
      input: '12px',
      card: '16px',
      dialog: '20px',
      sheet: '24px',
    },
    shadow: { e1: 'var(--e1)', e2: 'var(--e2)', e3: 'var(--e3)', thumb: '0 1px 3px rgb(14 23 38 / .3)' },
    ease: { enter: 'cubic-bezier(.2,.8,.2,1)', leave: 'cubic-bezier(.4,0,1,1)' },
  },
  shortcuts: {
    'type-money-xl': 'text-money-xl-phone md:text-money-xl font-600',
    'type-money-lg': 'text-money-lg font-600',
    'type-money-md': 'text-money-md font-600',
    'type-money-sm': 'text-money-sm font-600',
    'type-h1': 'text-h1-phone md:text-h1 font-600',
    'type-h2': 'text-h2 font-600',
    'type-h3': 'text-h3 font-600',
    'type-body': 'text-body',
    'type-ui': 'text-ui',
    'type-sm': 'text-sm',
    'type-xs': 'text-xs font-550',
    'type-mono': 'font-mono text-[.925em] tracking-[-.01em]',
    page: 'mx-auto w-full max-w-296 px-4 md:px-8',
    well: 'rounded-input bg-sunken',
    link: 'text-accent-text font-550 rounded-1 hover:underline underline-offset-3',
    'nav-tab':
      'relative flex items-center text-ui font-500 text-text-2 hover:text-text aria-[current=page]:(font-550 text-text after:(absolute inset-x-0 bottom-0 h-2px rounded-full bg-accent-text content-empty))',
    micro: 'transition-colors duration-120',
    'z-header': 'z-5',
    'z-nav': 'z-6',
    'z-menu': 'z-10',
    'z-dialog': 'z-20',
    'z-error': 'z-25',
    'z-toast': 'z-30',
  },
})
