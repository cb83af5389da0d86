import { useAction } from '#state/action.ts'
import { updateText } from '#text/update.ts'
import { Button } from '#ui/Button.tsx'
import { SealApart } from '#ui/Seal.tsx'
import { update } from './update.ts'

/** In place of a page that does not understand the server any more, or the other way round. */
export function UpdateScreen({ side }: { side: 'page' | 'server' }) {
  const take = useAction(update, { onError: 'toast' })
  const { title, text, action } = updateText[side]
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 pb-32 text-center">
      <SealApart />
      <div role="alert" className="flex flex-col items-center">
        <h1 className="mt-8 type-h1">{title}</h1>
        <p className="mt-1 max-w-114 text-body text-text-2">{text}</p>
      </div>
      <Button
        variant="primary"
        size={48}
        className="mt-6"
        data-autofocus
        working={take.working}
        onClick={() => void take.run()}
      >
        {action}
      </Button>
    </main>
  )
}
