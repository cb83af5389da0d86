/** What the screens of dApps say. */
export const dappsText = {
  ownWords: 'The DApp wrote this name, text and address itself. Nobody has checked them.',
  reject: 'Reject',
  rejected: 'Rejected…',
  review: 'Review',
}
