import { useAction } from '#state/action.ts'
import { signOut } from '#state/session.ts'

export const useSignOut = () => {
  const { run, working } = useAction(signOut, { onError: 'toast' })
  return { leave: () => void run(), working }
}
