/** What the kit itself says. */
export const kitText = {
  close: 'Close',
  discard: 'Discard',
  discardLead: 'What you typed is not kept.',
  discardTransfer: 'Discard this transfer?',
  discardTyped: 'Discard what you typed?',
  keepEditing: 'Keep editing',
}
