import { expect } from 'playwright/test'
import { faultsInBothThemes } from './axe.ts'
import { enrol, give, guard, inviteGuardians, openWallet, verify } from './member.ts'
import { newEmail } from './person.ts'
import { appUrl } from './sandbox.ts'
import { PHONE, test } from './signedin.ts'
import { socketLoggedIn } from './socketlogin.ts'
import { storedTexts } from './stored.ts'
import { NARROW, tooWide } from './width.ts'

const guardianOf = async (name: string) => {
  const member = await enrol(newEmail(name))
  return { ...member, wallet: await openWallet(member, 'Own Wallet') }
}

test('the switcher tells of each wallet what it is worth and who protects it', async ({ signedIn }) => {
  const [owner, guardian] = await Promise.all([
    signedIn({ wallet: 'Harbour Fund', coins: '10', path: '' }),
    guardianOf('tomas'),
  ])
  const { page } = owner
  const payroll = await openWallet(owner, 'Payroll')
  const petty = await openWallet(owner, 'Petty Cash')
  await Promise.all([
    guard(owner, owner.wallet, guardian),
    inviteGuardians(owner, payroll, newEmail('sofia')),
    give(owner, petty, '4'),
    verify(owner, payroll),
  ])
  const login = socketLoggedIn(page)
  await page.goto(`${appUrl()}/wallets`)
  await login
  await page.waitForLoadState('networkidle')
  const name = page.getByRole('button', { name: 'Harbour Fund', exact: true })
  const dialog = page.getByRole('dialog', { name: 'My Wallets' })
  const menu = dialog.getByRole('menu', { name: 'Harbour Fund' })
  const items = menu.getByRole('menuitem')

  await test.step('the active wallet heads it as text, the others follow, and the foot sums up', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/assets') asked.push(searchParams.get('walletId') ?? '')
    })
    await name.click()
    await expect(items).toHaveText([
      /^PayrollNot protected yet\$ 0$/,
      /^Petty CashUnprotected\$ 0\.20$/,
      'Add a New Wallet',
      'Rename',
    ])
    await expect(dialog).toHaveAccessibleDescription('Harbour Fund Protected $ 0.50 selected')
    await expect(dialog.getByText('3 wallets')).toBeVisible()
    await expect(dialog.getByText('$ 0.70 in all')).toBeVisible()
    await expect(items.first()).toBeFocused()
    expect(await faultsInBothThemes(page)).toEqual([])
    // What is on the page is not asked for, and nothing is asked for twice.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(name).toBeFocused()
    await name.click()
    await expect(dialog.getByText('$ 0.70 in all')).toBeVisible()
    expect(asked.sort()).toEqual([payroll.id, petty.id].sort())
  })

  await test.step('arrows go round, Home and End, and letters find a name', async () => {
    const { keyboard } = page
    await keyboard.press('ArrowUp')
    await expect(items.last()).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(items.first()).toBeFocused()
    await keyboard.press('End')
    await expect(items.last()).toBeFocused()
    await keyboard.press('Home')
    await expect(items.first()).toBeFocused()
    await keyboard.type('pe')
    await expect(menu.getByRole('menuitem', { name: 'Petty Cash' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Petty Cash' })).toBeAttached()
    await expect(page.getByRole('button', { name: 'Petty Cash', exact: true })).toBeFocused()
  })

  await test.step('on a phone it is a sheet', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Petty Cash', exact: true }).click()
    await expect(dialog.getByRole('heading', { name: 'My Wallets' })).toBeVisible()
    await page.setViewportSize(NARROW)
    await expect.poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  })
})

test('from ten wallets on they are searched', async ({ signedIn }) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', path: '' })
  const { page } = owner
  const names = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel']
  for (const each of names) await openWallet(owner, `${each} Fund`)
  await page.goto(`${appUrl()}/wallets`)
  const dialog = page.getByRole('dialog', { name: 'My Wallets' })
  const search = dialog.getByRole('searchbox', { name: 'Search wallets' })
  const wallets = dialog.getByRole('menuitem', { name: /Fund/ })

  await page.getByRole('button', { name: 'Harbour Fund', exact: true }).click()
  await expect(wallets).toHaveCount(8)
  await expect(search).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // It becomes the current one where its event is heard, not where the list is read first.
  await openWallet(owner, 'Ivory Fund')
  await page.goto(`${appUrl()}/wallets`)
  // A list that grows while it is open leaves the focus where it is.
  await expect.poll(async () => (await storedTexts(page)).join()).toContain('Ivory Fund')
  await page.getByRole('button', { name: /^(Harbour|Ivory) Fund$/ }).click()
  await expect(wallets).toHaveCount(9)
  await expect(search).toBeFocused()
  await search.fill('yew')
  await expect(dialog.getByRole('status')).toHaveText('No wallet has such a name.')
  await expect(wallets).toHaveCount(0)
  await search.fill('OG')
  await expect(wallets).toHaveText([/^Dogwood Fund/])
  await page.keyboard.press('ArrowDown')
  await expect(wallets.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(search).toBeFocused()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dogwood Fund' })).toBeAttached()
})
