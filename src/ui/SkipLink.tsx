import { kitText } from '#text/kit.ts'

type Props = { href?: string; children?: string }

/** The first focusable thing of a page. */
export function SkipLink({ href = '#main', children = kitText.skip }: Props) {
  return (
    <a
      href={href}
      className="fixed left-4 top-2 z-toast rounded-btn bg-surface px-4 py-2 text-ui font-550 text-accent-text shadow-e2 not-focus:sr-only"
    >
      {children}
    </a>
  )
}
