import { texts } from './catalogue.ts'

/** The first wallet, until its owner is verified. */
export const onboardingText = texts('onboarding', {
  noNeed: "You don't need this to approve for others.",
  openHub: 'Open Guardian Hub',
  waiting: 'Waiting for you',
  wantsToConnect: 'wants to connect',
  connect: 'Connect',
  connectWho: (name: string) => `Connect ${name}`,
  review: 'Review',
  reject: 'Reject',
  rejectWhat: (method: string) => `Reject ${method}`,
  reviewWhat: (method: string) => `Review ${method}`,

  steps: {
    dialog: 'Identity verification',
    step: (number: string) => `Step ${number}`,
    connect: 'Let’s connect your wallet first',
    open: 'Open the test network page and press ',
    connectWallet: 'Connect Wallet',
    copyLink: 'Copy the link and return here',
    press: 'Press ',
    paste: ', paste the link and approve the connection request',
    enable: 'Enable your wallet in the TestNet',
    check:
      'Complete the identity check (KYC) on the test network page. Send and Receive unlock here as soon as it is done.',
    connected: 'Wallet connected',
    identity: 'Identity check',
    transfer: 'Send and Receive',
    done: 'Done',
    itemDone: 'Done:',
    testnet: 'Open the TestNet',
  },
  /** At the right of a step that is done. */
  doneNotes: { connect: 'Connected', enable: 'Identity checked' },
  completed: (title: string) => `${title}: Done`,

  seal: {
    first: 'One signature so far',
    closes: 'The seal closes when a Guardian countersigns your first transfer.',
    stepsDone: (count: number, of: number) => `${count} of ${of} steps done`,
    open: 'Send and Receive are open',
    invite: 'One signature still moves everything. Invite a Guardian to close the seal.',
    whole: 'Countersigned',
    both: 'You signed, your Guardian countersigned.',
  },

  next: {
    title: 'Then, if you like',
    hide: 'Hide these steps',
    arrived: (amount: string, when: string) => `${amount} arrived ${when}`,
    waits: 'Waits for your Guardian to accept',
    titles: {
      money: 'Get test money',
      guardian: 'Invite a Guardian',
      transfer: 'Make your first protected transfer',
    },
    notes: {
      money: 'Free RBNT from the faucet',
      guardian: 'Someone you trust gives the second signature',
      transfer: 'You sign, your Guardian countersigns',
    },
    actions: { money: 'Get', guardian: 'Invite', transfer: 'Send' },
  },
})
