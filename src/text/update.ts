import { texts } from './catalogue.ts'

/** When page and server are of versions that do not understand each other. */
export const updateText = texts('update', {
  page: {
    title: 'Update Countersign',
    text: 'The server speaks a newer version than this page. Nothing is lost: update, and go on where you are.',
    action: 'Update',
  },
  server: {
    title: 'Countersign is being updated',
    text: 'This page is newer than the server. Nothing is lost: try again in a few minutes.',
    action: 'Try again',
  },
  newVersion: 'A new version is available.',
  stale: 'This step needs the new version. Reload to get it: what you typed is not kept.',
})
