import { describe, expect, test } from 'vitest'
import { firstScreens } from '#app/first.ts'
import { isFramed } from '#app/framed.ts'
import { isTurnedAway } from '#app/guard.ts'
import { Elsewhere, FRAMED, Layout, PAGES } from '#app/routes.ts'
import { TABS } from '#app/tabs.ts'

describe('who may see a route', () => {
  test.each([
    ['in', false, null, true],
    ['in', true, null, false],
    ['out', false, null, false],
    ['out', true, null, true],
    ['setup', false, null, false],
    ['setup', false, 'setup-2fa', false],
    ['setup', true, null, true],
    ['setup', true, 'restore-2fa', false],
  ] as const)('%s, logged in %s, step %s: turned away %s', (audience, logged, step, away) => {
    expect(isTurnedAway(audience, { logged, step })).toBe(away)
  })
})

describe('what is loaded before anything is drawn', () => {
  const page = (path: string) => [...PAGES, ...FRAMED].find((candidate) => candidate.path === path)?.Screen
  const out = { logged: false, step: null }
  const stored = { preload: expect.any(Function) }
  const home = [Layout, page('/wallets'), TABS.asset, stored]

  test.each([
    ['/', '', false, [page('/auth')]],
    ['/', '', true, home],
    ['/auth', '', false, [page('/auth')]],
    ['/auth/', '', false, [page('/auth')]],
    ['/auth', '', true, home],
    ['/verify', '?id=123456789012', false, [page('/verify')]],
    ['/wallets', '', false, [page('/auth')]],
    ['/wallets', '', true, home],
    ['/wallets', '?tab=activity', true, [Layout, page('/wallets'), TABS.activity, stored]],
    ['/wallets', '?tab=nothing', true, home],
    ['/guardian-hub', '?filter=invites', true, [Layout, page('/guardian-hub')]],
    ['/guardian-hub', '', false, [page('/auth')]],
    ['/two-factor/setup', '', true, home],
    ['/two-factor/setup', '', false, [page('/two-factor/setup')]],
    ['/wallets/x', '', true, [Elsewhere]],
    ['/nope', '', false, [Elsewhere]],
    ['/freeze', '', true, [Elsewhere]],
    ['/freeze', '', false, [Elsewhere]],
  ])('%s%s, logged in %s', (pathname, search, logged, screens) => {
    expect(firstScreens({ pathname, search }, { ...out, logged })).toEqual(screens)
  })
})

describe('where a link may lead after a sign-in', () => {
  test.each([
    ['/wallets', true],
    ['/wallets/?tab=guardians&item=1', true],
    ['/guardian-hub#x', true],
    ['/settings', true],
    [`${location.origin}/wallets#pay=bitcoin%3Abc1`, true],
    ['/two-factor/backup-code-generated', false],
    ['/', false],
    ['https://wallets.example/wallets', false],
    ['//wallets.example/wallets', false],
    ['/\\wallets.example/wallets', false],
    ['////wallets.example/wallets', false],
    ['javascript:alert(1)//wallets', false],
    ['http://', false],
  ])('%s: %s', (link, may) => {
    expect(isFramed(link)).toBe(may)
  })
})
