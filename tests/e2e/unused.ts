/** Controls that no browser test uses, each with the reason. */
export const UNUSED: Record<string, string> = {
  'link "Open the TestNet" on dialog "Identity verification"': 'The link of the onboarding, followed there.',
  'button "Account" on the frame':
    'The account menu while its address is being read, pressed by its address.',
}

/** So many more may be left unused; only ever fewer. */
export const MOST_UNUSED = 0
