/**
 * Lucide's names, thin ones and those that stand in buttons. What signed-in screens alone show is in a sheet that loads
 * with them. uno.config.ts makes a class of each; only their types are used here.
 */
export const thinIcons = [
  'check',
  'chevron-right',
  'circle-alert',
  'circle-check',
  'cloud-off',
  'copy',
  'download',
  'external-link',
  'info',
  'key-round',
  'loader-circle',
  'refresh-cw',
  'shield-check',
  'x',
] as const

export const thinHomeIcons = [
  'arrow-down-left',
  'arrow-right',
  'arrow-up-right',
  'bell',
  'book-user',
  'chevron-down',
  'clock',
  'coins',
  'globe',
  'history',
  'image',
  'inbox',
  'link-2',
  'lock',
  'log-in',
  'log-out',
  'mail',
  'message-square-text',
  'minus',
  'monitor',
  'moon',
  'pencil',
  'plus',
  'qr-code',
  'scan-face',
  'search',
  'settings',
  'smartphone',
  'sun',
  'triangle-alert',
  'user-plus',
  'wallet',
] as const

export type IconName = (typeof thinIcons)[number] | (typeof thinHomeIcons)[number]

export const boldIcons = ['check', 'copy', 'download', 'external-link', 'refresh-cw', 'google'] as const

export const boldHomeIcons = [
  'arrow-down-left',
  'arrow-up-right',
  'bell',
  'key-round',
  'link-2',
  'log-out',
  'pencil',
  'plus',
  'trash-2',
  'upload',
  'user-plus',
] as const

export type ButtonIcon = (typeof boldIcons)[number] | (typeof boldHomeIcons)[number]
