import { DialogCard, type DialogProps } from './DialogCard.tsx'
import { useDiscard } from './Discard.tsx'

type Props = DialogProps & {
  /** Asked before what was typed is lost; only while something was. */
  discard?: string | undefined
}

export function Dialog({ discard, ...props }: Props) {
  const { close, over } = useDiscard(props.open, props.onClose, discard)
  return <DialogCard {...props} onClose={close} over={over} />
}
