import { texts } from './catalogue.ts'

export const releaseText = texts('release', {
  title: 'Let This Wallet Go On?',
  lead: 'Its newest records could not be restored, so it is paused for a check. Nothing on the chain is lost. What was not sent before is not sent any more.',
  ask: 'Agree only if you were told to expect this. Its owner and as many guardians as its strictest rules ask for must agree.',
  agree: 'Agree',
  not: 'Not Now',
  agreed: 'You Agreed',
  all: 'Everybody has agreed: the wallet sends again.',
  waits: 'The others still have to agree.',
  home: 'Go to My Wallets',
})
