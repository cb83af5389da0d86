import type { Words } from '#text/catalogue.ts'
import type { scanText } from '#text/scan.ts'

export const scan: Words<typeof scanText> = {
  action: 'Scannen',
  title: 'QR-Code scannen',
  lead: 'Halten Sie den Code einer Adresse oder eines Zahlungslinks vor die Kamera.',
  picture: 'Bild der Kamera',
  starting: 'Die Kamera wird gestartet…',
  looking: 'Es wird nach einem Code gesucht…',
  noAddress: 'Dieser Code enthält keine Adresse. Versuchen Sie es mit einem anderen.',
  refused:
    'Die Kamera ist nicht erlaubt. Erlauben Sie sie in Ihrem Browser für diese Seite und versuchen Sie es erneut.',
  absent: 'Es wurde keine Kamera gefunden. Schließen Sie eine an oder fügen Sie die Adresse stattdessen ein.',
  busy: 'Die Kamera wird gerade anderweitig verwendet. Beenden Sie das und versuchen Sie es erneut.',
  failed:
    'Die Kamera funktioniert gerade nicht. Versuchen Sie es erneut oder fügen Sie die Adresse stattdessen ein.',
}
