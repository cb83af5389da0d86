import { useEffect, useRef, useState } from 'react'
import { useAction } from '#state/action.ts'
import { useOnline } from '#state/online.ts'

/**
 * What a screen of the sign-in must ask for before it can be drawn. It is asked once, as soon as the page is
 * online, and lives no longer than the screen: secrets and codes are never stored. While it is not `wanted`, nothing
 * is asked.
 */
export function useLoad<T>(ask: () => Promise<T>, wanted = true) {
  const online = useOnline()
  const [data, setData] = useState<T>()
  const [failed, setFailed] = useState(false)
  const { run } = useAction(ask, { onError: 'toast' })
  const asked = useRef(false)

  async function load() {
    asked.current = true
    setFailed(false)
    const answer = await run()
    if (answer === undefined) setFailed(true)
    else setData(answer)
  }

  useEffect(() => {
    if (online && wanted && !asked.current) void load()
  })

  return { data, failed, retry: load }
}
