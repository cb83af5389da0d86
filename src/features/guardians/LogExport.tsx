import { getApprovalLog } from '#contract/endpoints/guardian.ts'
import { useAction } from '#state/action.ts'
import { request } from '#state/request.ts'
import { guardiansText } from '#text/guardians.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/download.ts'

/** Saves the wallet's chain of rules, decisions and signatures, for anyone to check. */
export function LogExport({ walletId }: { walletId: string }) {
  const save = useAction(
    async () => {
      const log = await request(getApprovalLog, { params: { id: walletId } })
      saveFile(`approval-log-${Date.now()}.json`, JSON.stringify(log, null, 2), 'application/json')
    },
    { onError: 'error-info' },
  )
  return (
    <Button
      variant="ghost"
      icon="download"
      className="-ml-4 justify-self-start lg:col-start-1"
      acts
      working={save.working}
      onClick={() => void save.run()}
    >
      {guardiansText.exportLog}
    </Button>
  )
}
