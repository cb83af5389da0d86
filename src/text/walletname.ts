import { texts } from './catalogue.ts'

/** The two forms that name a wallet. */
export const walletNameText = texts('walletName', {
  create: {
    title: 'Create a New Wallet',
    name: 'Wallet name',
    hint: "Only letters, spaces and , . ' -",
    submit: 'Create a new wallet',
    working: 'Creating a Wallet…',
  },
  renameDialog: {
    title: 'Rename Wallet',
    hint: 'Up to 20 characters, letters & digits allowed',
    submit: 'Save',
    working: 'Saved…',
  },
})
