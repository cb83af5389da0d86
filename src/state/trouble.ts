import type { Trouble } from './persist.ts'
import { say } from './say.ts'

const TROUBLE: Record<Trouble, string> = {
  failed: 'This browser does not keep data for this page. It is read again at each visit.',
  late: 'What this browser keeps for this page took too long to load. It is read again.',
  cleared: 'What this browser kept for this page was cleared. It is kept again from now on.',
}

/** Says once what became of the stored state; few ever need these words. */
export const sayTrouble = (trouble: Trouble): void => say(TROUBLE[trouble])
