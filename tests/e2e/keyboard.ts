import { expect, type Locator, type Page } from 'playwright/test'

type Reachable = 'button' | 'link' | 'textbox' | 'combobox' | 'tab' | 'switch'

/** Goes to a control by Tab alone, from wherever the focus is, and sees where that is. */
export const reach = async (page: Page, role: Reachable, name: string | RegExp): Promise<Locator> => {
  const control = page.getByRole(role, { name, exact: true }).first()
  await expect(control).toBeVisible()
  for (let steps = 0; steps < 60; steps++) {
    const seen = await control.evaluate((element) => {
      if (element !== document.activeElement) return undefined
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    })
    if (seen !== undefined) {
      expect(seen, `the focus on the ${role} ${name} can be seen`).toBe(true)
      return control
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to the ${role} ${name}.`)
}
