import { Component, type ReactNode } from 'react'
import { reloadForUpdate, updateAtom } from '#state/browser.ts'
import { reportError } from '#state/reporter.ts'
import { store } from '#state/store.ts'
import { boundaryText } from '#text/boundary.ts'
import { Button } from '#ui/Button.tsx'
import { SealApart } from '#ui/Seal.tsx'

/** What waits may draw what this version could not. */
const reload = () => (store.get(updateAtom) ? reloadForUpdate() : location.reload())

/** Instead of a blank page, when drawing fails. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center px-4 pb-32 text-center">
        <SealApart />
        <div role="alert">
          <h1 className="mt-8 type-h1">{boundaryText.wrong}</h1>
          <p className="mt-1 text-body text-text-2">{boundaryText.notDrawn}</p>
        </div>
        <Button variant="primary" size={48} className="mt-6" onClick={reload}>
          {boundaryText.reload}
        </Button>
      </main>
    )
  }
}
