import type { Words } from '#text/catalogue.ts'
import type { installText } from '#text/install.ts'

export const install: Words<typeof installText> = {
  title: 'Instalar Countersign',
  lead: 'Este navegador no tiene un botón para ello, pero tres pasos hacen lo mismo.',
  leads: {
    installed: 'Countersign ya funciona aquí como una app propia.',
    firefox: 'Firefox en un ordenador no puede instalar páginas. Otro navegador sí, en tres pasos.',
  },
  steps: {
    installed: [],
    apple: [
      'Pulse «Compartir» en la barra del navegador.',
      'Elija «Añadir a la pantalla de inicio».',
      'Pulse «Añadir» y abra Countersign desde la pantalla de inicio.',
    ],
    mac: [
      'Abra el menú «Archivo».',
      'Elija «Añadir al Dock».',
      'Pulse «Añadir» y abra Countersign desde el Dock.',
    ],
    android: [
      'Abra el menú del navegador.',
      'Elija «Instalar aplicación» o «Añadir a pantalla de inicio».',
      'Pulse «Instalar» y abra Countersign desde la pantalla de inicio.',
    ],
    firefox: [
      'Copie la dirección de esta página.',
      'Ábrala en Chrome, Edge o Safari e inicie sesión allí.',
      'Elija «Instalar aplicación» en el menú de ese navegador.',
    ],
    chromium: [
      'Abra el menú del navegador, arriba a la derecha.',
      'Elija «Enviar, guardar y compartir», o «Aplicaciones» en Edge.',
      'Elija «Instalar página como aplicación» y pulse «Instalar».',
    ],
  },
}
