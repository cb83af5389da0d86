import { useAtomValue } from 'jotai'
import { configAtom } from '#state/config.ts'
import { Notice } from '#ui/Notice.tsx'

/** Why Send and Receive are disabled, and where that ends. */
export function LockedNote({ id }: { id: string }) {
  const config = useAtomValue(configAtom)
  return (
    <Notice tone="neutral" icon="lock" role="note" className="mt-4">
      <span id={id}>Send and Receive are locked until identity verification is complete.</span>
      {config?.sandbox && (
        <>
          {' '}
          <a className="link" href={config.sandbox} target="_blank" rel="noopener noreferrer">
            Complete it on the sandbox page
          </a>
        </>
      )}
    </Notice>
  )
}
