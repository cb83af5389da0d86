import type { InstallWay } from '#domain/device.ts'
import { texts } from './catalogue.ts'

/** How a browser installs the page that does not offer it by itself. */
export const installText = texts('install', {
  title: 'Install Countersign',
  lead: 'This browser has no button for it, but three steps do the same.',
  leads: {
    installed: 'Countersign runs as an app of its own here already.',
    firefox: 'Firefox on a computer cannot install pages. Another browser can, in three steps.',
  } as Partial<Record<InstallWay, string>>,
  steps: {
    installed: [],
    apple: [
      'Press Share in the browser’s bar.',
      'Choose Add to Home Screen.',
      'Press Add, then open Countersign from the Home Screen.',
    ],
    mac: ['Open the File menu.', 'Choose Add to Dock.', 'Press Add, then open Countersign from the Dock.'],
    android: [
      'Open the browser’s menu.',
      'Choose Install app or Add to Home screen.',
      'Press Install, then open Countersign from the home screen.',
    ],
    firefox: [
      'Copy the address of this page.',
      'Open it in Chrome, Edge or Safari and sign in there.',
      'Choose Install app in that browser’s menu.',
    ],
    chromium: [
      'Open the browser’s menu at the top right.',
      'Choose Cast, save and share, or Apps in Edge.',
      'Choose Install page as app, then press Install.',
    ],
  } satisfies Record<InstallWay, readonly string[]>,
})
