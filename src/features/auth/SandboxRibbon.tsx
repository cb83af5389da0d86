import { signInText } from '#text/signin.ts'

/** On a sandbox the mailbox, the authenticator and the faucet are one press away. */
export function SandboxRibbon({ link }: { link: string | null | undefined }) {
  if (!link) return null
  return (
    <a
      href={link}
      className="shrink-0 rounded-full bg-warn-soft px-3 py-1 text-xs font-550 text-warn hover:underline underline-offset-3"
    >
      {signInText.sandbox}
    </a>
  )
}
