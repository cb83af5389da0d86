/** The first wallet, until its owner is verified. */
export const onboardingText = {
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
}
