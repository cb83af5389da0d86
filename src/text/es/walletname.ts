import type { Words } from '#text/catalogue.ts'
import type { walletNameText } from '#text/walletname.ts'

export const walletName: Words<typeof walletNameText> = {
  create: {
    title: 'Crear una billetera nueva',
    name: 'Nombre de la billetera',
    hint: "Solo letras, espacios y , . ' -",
    submit: 'Crear billetera',
    working: 'Creando una billetera…',
  },
  renameDialog: {
    title: 'Renombrar la billetera',
    hint: 'Hasta 20 caracteres, letras y dígitos',
    submit: 'Guardar',
    working: 'Guardado…',
  },
}
