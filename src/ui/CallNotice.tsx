import { saying } from '#text/catalogue.ts'
import { Notice } from './Notice.tsx'

type Tone = 'bad' | 'warn' | 'neutral'

type Call = {
  headline?: string | null | undefined
  sentence?: string | null | undefined
  danger: boolean
  caution?: boolean | null | undefined
  parts?: readonly { sentence: string; tone: Tone }[] | null | undefined
}

type Props = { call: Call; className?: string }

const colors = { bad: 'font-550 text-bad', warn: 'text-warn', neutral: 'text-text-2' }

/** What a contract's call would do, coloured by how far it reaches. */
export function CallNotice({ call, className }: Props) {
  const { headline, sentence, danger, caution, parts } = call
  const tone = danger ? 'bad' : caution ? 'warn' : 'neutral'
  return (
    <Notice
      tone={tone}
      icon={tone === 'neutral' ? 'info' : 'triangle-alert'}
      role="note"
      className={className ?? ''}
    >
      {headline && <p className="mb-1 font-550">{saying(headline)}</p>}
      <p>{sentence && saying(sentence)}</p>
      {parts && (
        <ul className="m-0 mt-2 list-disc space-y-1 pl-5">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal parts may repeat and never move
            <li key={index} className={colors[part.tone]}>
              {saying(part.sentence)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
