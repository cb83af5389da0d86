import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, Suspense, useState } from 'react'
import { panelAtom } from '#state/modals.ts'
import { scanText } from '#text/scan.ts'
import { LeftContext } from '#ui/Overlay.tsx'
import { part } from '#ui/part.ts'
import type { SendForm } from './form.ts'

const ScanDialog = part(() => import('./ScanDialog.tsx'), 'ScanDialog')

const canScan = () => navigator.mediaDevices?.getUserMedia !== undefined

/**
 * Puts what a QR code holds into the field of the recipient. The button is gone as soon as the field is filled; the
 * focus then goes to the field.
 */
export function useScan(form: SendForm, field: RefObject<HTMLInputElement | null>) {
  const [{ opened, open }, set] = useState({ opened: 0, open: false })
  // What closes everything closes this at once, however long the form takes to leave.
  const isThere = useAtomValue(panelAtom) !== null
  const close = () => set({ opened, open: false })
  const button: ReactNode = canScan() && (
    <ScanButton onPress={() => set({ opened: opened + 1, open: true })} />
  )
  const dialog: ReactNode = opened > 0 && (
    <Suspense fallback={null}>
      <LeftContext value={() => setTimeout(() => form.address !== '' && field.current?.focus())}>
        <ScanDialog
          key={opened}
          assets={form.assets}
          open={open && isThere}
          onClose={close}
          onFound={(text) => {
            close()
            form.typeAddress(text)
          }}
        />
      </LeftContext>
    </Suspense>
  )
  return { button, dialog }
}

function ScanButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="m-1 inline-flex shrink-0 items-center gap-2 rounded-btn px-3 text-ui font-550 text-accent-text micro hover:bg-sunken hit-44"
    >
      {/* Lucide's scan-line: as a class of icon.ts it would load with the first screen. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-17px"
      >
        <path d="M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2M7 12h10" />
      </svg>
      {scanText.action}
    </button>
  )
}
