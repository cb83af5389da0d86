import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import UnoCSS from 'unocss/vite'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { firstStyles } from './styles.config.ts'

const server = process.env.COUNTERSIGN_SERVER ?? 'http://127.0.0.1:4174'
const dist = process.env.DIST_DIR ?? 'dist'
const testing = process.env.VITEST !== undefined

const DESCRIPTION = 'A crypto wallet that puts a second signature on every transfer.'

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  registerType: 'prompt',
  injectRegister: false,
  injectManifest: {
    globPatterns: [
      '**/*.{html,js,css,ico,webmanifest}',
      '{favicon.svg,pwa-192.png}',
      // The other scripts of the fonts load when a wallet's name needs them.
      'assets/*-latin-wght-*.woff2',
    ],
  },
  manifest: {
    id: '/',
    name: 'Countersign',
    short_name: 'Countersign',
    description: DESCRIPTION,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#F6F7F9',
    theme_color: '#FFFFFF',
    categories: ['finance'],
    icons: [
      { src: '/pwa-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/pwa-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [
      { src: '/screenshots/wallets-wide.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide' },
      {
        src: '/screenshots/wallets-narrow.png',
        sizes: '750x1624',
        type: 'image/png',
        form_factor: 'narrow',
      },
    ],
    shortcuts: [
      { name: 'Send', url: '/wallets?open=send', icons: [{ src: '/pwa-192.png', sizes: '192x192' }] },
      { name: 'Receive', url: '/wallets?open=receive', icons: [{ src: '/pwa-192.png', sizes: '192x192' }] },
      { name: 'Guardian Hub', url: '/guardian-hub', icons: [{ src: '/pwa-192.png', sizes: '192x192' }] },
    ],
    launch_handler: { client_mode: 'focus-existing' },
    // A link only fills a form in. Both stand in the fragment, which no server hears of.
    protocol_handlers: [
      { protocol: 'bitcoin', url: '/wallets#pay=%s' },
      { protocol: 'ethereum', url: '/wallets#pay=%s' },
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  },
})

/**
 * Many small shared modules would each become a file. Instead, the first screen is one file, the other steps of
 * signing in are another, and so are the signed-in screens and what lies over them; each with all that it imports
 * and no earlier one holds. The rest loads on first use.
 */
const groups = [
  { name: 'styles', test: /__uno\.css$|^virtual:styles$/ },
  { name: 'base', test: /\/src\/(?:main|features\/auth\/EmailScreen)\.tsx$/ },
  // What reads an answer.
  { name: 'schemas', test: /\/src\/contract\/(?:lenient|rule|endpoints\/auth)\.ts$/ },
  {
    name: 'home',
    test: /\/src\/(?:app\/(?:Layout|WalletsPage|live|worker)|features\/assets\/AssetsTab)\.tsx?$/,
  },
  // Small parts of the signed-in screens and of the way in alike.
  { name: 'parts', test: /\/src\/ui\/(?:Tile|ButtonLink|CopyButton|QrCode|download)\.tsx?$/ },
  // What comes with a wallet, and what looks out for news.
  { name: 'wallet', test: /\/src\/(?:features\/wallets\/WholeWallet|app\/attend)\.tsx?$/ },
  {
    name: 'sign-in',
    test: /\/src\/features\/auth\/(?!Email|Download(?!App)|Restore|NotFound)\w+Screen\.tsx$/,
  },
  { name: 'overlays', test: /\/src\/(?:app\/(?:Panels|Modals|Errors|ErrorInfo)|ui\/(?:Dialog|Panel))\.tsx$/ },
  { name: 'activity', test: /\/src\/features\/activity\/ActivityTab\.tsx$/ },
  // What several later screens share: each part would be a file whose name the first one has to carry.
  { name: 'later', test: /\/src\/(?:text|domain|state|ui|features\/\w+)\/\w+\.tsx?$/, minShareCount: 2 },
  // Whoever installs the app fetches every file: what is small stands with others of its kind.
  { name: 'forms', test: /node_modules\/react-hook-form\// },
  {
    name: 'dialogs',
    test: /\/src\/(?:app|features\/\w+)\/(?!(?:Send|Sign|Statement|Details|Transaction)(?:Dialog|Panel))\w+(?:Dialog|Modal|Panel)\.tsx$/,
  },
  { name: 'tabs', test: /\/src\/features\/(?:dapps|guardians|wallets)\/(?:\w+Tab|Onboarding)\.tsx$/ },
  { name: 'choose', test: /\/src\/features\/(?:wallets\/Switcher|inbox\/Inbox)\.tsx$/ },
  {
    name: 'rare',
    test: /\/src\/(?:app\/(?:faults|everywhere|UpdateScreen|links|asks)|state\/trouble)\.tsx?$/,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

/**
 * Most of the first file runs at once: the browser may compile all of it beside the page's thread while it arrives,
 * instead of each function when it is called. See https://v8.dev/blog/explicit-compile-hints.
 */
const compileHint: Plugin = {
  name: 'compile-hint',
  apply: 'build',
  generateBundle: {
    // What stands at the top of a file is added after all else.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.name === 'base')
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** The font of all text comes with the styles that ask for it: nothing is laid out twice. */
const fontPreload: Plugin = {
  name: 'font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /\/geist-latin-wght-normal-[^/]+\.woff2$/.test(file))
      if (!font) throw new Error('The build has no font.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

export default defineConfig({
  plugins: [
    react(),
    ...(testing
      ? []
      : [
          firstStyles(['src/main.tsx', 'src/features/auth/EmailScreen.tsx']),
          UnoCSS(),
          compileHint,
          fontPreload,
          pwa,
        ]),
  ],
  build: {
    outDir: resolve(dist, 'client'),
    emptyOutDir: true,
    // Both would be inline code or data, which the page's security policy does not allow for.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 4173,
    strictPort: true,
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/sandbox': { target: server, ws: true },
      '/healthz': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  test: {
    // The process of the WalletConnect client outlives these, too (server/dapps/program/survive.ts).
    onUnhandledError: ({ stack = '' }) => !/node_modules\/(?:@walletconnect|@reown)\//.test(stack),
    // Tests wait for chains, children and the clock a fifth of their time: one more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'happy-dom',
          // A fresh page for each file, at less than half the work that a fresh process takes.
          pool: 'vmThreads',
          include: ['tests/unit/{net,state,app,ui,features,sw}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Files share what they import, and the databases that tests/server/transactions/embedded.ts keeps.
          isolate: false,
          // Young objects have room to die in, and what runs for seconds is not compiled for hours of use: each a twentieth
          // of the work less.
          execArgv: [
            '--max-semi-space-size=64',
            '--interrupt-budget=540672',
            '--wasm-tiering-budget=14400000',
          ],
          include: ['tests/{unit,server}/**/*.test.ts'],
          exclude: ['tests/unit/{net,state,app,ui,features,sw}/**'],
          testTimeout: 60_000,
          // A busy machine may take more than the second that is usual.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
