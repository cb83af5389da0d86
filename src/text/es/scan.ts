import type { Words } from '#text/catalogue.ts'
import type { scanText } from '#text/scan.ts'

export const scan: Words<typeof scanText> = {
  action: 'Escanear',
  title: 'Escanear un código QR',
  lead: 'Ponga el código de una dirección o de un enlace de pago delante de la cámara.',
  picture: 'Imagen de la cámara',
  starting: 'Iniciando la cámara…',
  looking: 'Buscando un código…',
  noAddress: 'Este código no contiene ninguna dirección. Pruebe con otro.',
  refused: 'La cámara no está permitida. Permítala para esta página en su navegador y vuelva a intentarlo.',
  absent: 'No se encontró ninguna cámara. Conecte una o pegue la dirección.',
  busy: 'Otra aplicación está usando la cámara. Ciérrela y vuelva a intentarlo.',
  failed: 'La cámara no funciona en este momento. Vuelva a intentarlo o pegue la dirección.',
}
