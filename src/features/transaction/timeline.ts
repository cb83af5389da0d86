/** half: the owner has signed. whole: it is sent. open: still to come, or not needed. */
export type Mark = 'half' | 'whole' | 'yes' | 'no' | 'open'

export interface TimelineRow {
  mark: Mark
  /** Who, or what. */
  title: string
  /** What became of it, and when. */
  says: string
  tone?: 'ok' | 'bad' | 'warn'
}

export interface TimelineFacts {
  /** `1 of 2 approved` */
  head: string
  /** `Expires 4 Dec, 14:02`, as long as that can happen. */
  expires: string | undefined
  /** Why it waits. */
  note: string | undefined
  rows: readonly TimelineRow[]
}
