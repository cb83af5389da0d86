import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { getConfig } from '#contract/endpoints/config.ts'
import { configAtom } from '#state/config.ts'
import { request } from '#state/request.ts'
import { signInText } from '#text/signin.ts'

/** On a sandbox the mailbox, the authenticator and the faucet are one press away. */
export function SandboxRibbon() {
  const known = useAtomValue(configAtom)
  const [asked, setAsked] = useState<string | null>()
  const link = asked ?? known?.sandbox
  useEffect(() => {
    if (known || asked !== undefined) return
    request(getConfig, {}).then(
      (config) => setAsked(config.sandbox ?? null),
      () => setAsked(null),
    )
  }, [known, asked])
  if (!link) return null
  return (
    <a
      href={link}
      className="rounded-full bg-warn-soft px-3 py-1 text-xs font-550 text-warn hover:underline underline-offset-3"
    >
      {signInText.sandbox}
    </a>
  )
}
