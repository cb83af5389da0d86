import type { Words } from '#text/catalogue.ts'
import type { settingsText } from '#text/settings.ts'

const someone = (email: string | null | undefined) => email || 'Ein Guardian'

export const settings: Words<typeof settingsText> = {
  title: 'Einstellungen',
  sections: 'Einstellungen',

  sessions: {
    title: 'Sitzungen und Geräte',
    lead: 'Wo Sie angemeldet sind',
    what: 'der Sitzungen',
    endOthers: 'Überall sonst abmelden',
    end: 'Abmelden',
    endOf: (name) => `${name} abmelden`,
    here: 'Dieses Gerät',
    unknown: 'Unbekannter Browser',
    on: (browser, system) => `${browser} auf ${system}`,
    since: (day) => `Seit ${day}`,
    now: 'Gerade aktiv',
    minutes: (count) => (count === 1 ? 'Vor 1 Minute aktiv' : `Vor ${count} Minuten aktiv`),
    hours: (count) => (count === 1 ? 'Vor 1 Stunde aktiv' : `Vor ${count} Stunden aktiv`),
    active: (day) => `Zuletzt aktiv am ${day}`,
    ended: 'Dort abgemeldet.',
    allEnded: 'Überall sonst abgemeldet.',
  },

  factors: {
    title: 'Authenticator und Backup-Codes',
    short: 'Authenticator',
    lead: 'Die 6-stelligen Codes und was sie ersetzt',
    what: 'Ihrer Faktoren',
    app: 'Authenticator-App',
    since: (day) => `Aktiv seit ${day}`,
    codes: 'Backup-Codes',
    codesLead: 'Mit jedem melden Sie sich einmal ohne die App an',
    left: (left, total) => `noch ${left} von ${total}`,
    none: 'Keine mehr',
    view: 'Ansehen',
    viewCodes: 'Backup-Codes ansehen',
  },

  log: {
    title: 'Kontoprotokoll',
    lead: 'Was mit diesem Konto geschehen ist, das Neueste zuerst',
    what: 'des Kontoprotokolls',
    all: 'Alle anzeigen',
    latest: (shown, total) => `Die neuesten ${shown} von ${total}.`,
    titles: {
      'signed-in': () => 'Angemeldet',
      'signed-in-backup': () => 'Mit einem Backup-Code angemeldet',
      'sessions-ended': ({ count }) =>
        count && count > 1 ? `${count} Sitzungen beendet` : 'Sitzung beendet',
      'stepped-up': () => 'Mit einem Code bestätigt',
      'wrong-code': () => 'Falscher Code eingegeben',
      'authenticator-set': () => 'Authenticator eingerichtet',
      'authenticator-changed': () => 'Authenticator ersetzt',
      'backup-codes-made': () => 'Backup-Codes erstellt',
      'backup-code-used': () => 'Backup-Code verwendet',
      'provider-linked': () => 'Anmeldung mit Google verknüpft',
      frozen: () => 'Konto über den Link einer E-Mail eingefroren',
      unfrozen: () => 'Konto nicht mehr eingefroren',
      'recovery-noticed': () => 'Verlust Ihrer Faktoren gemeldet',
      'recovery-refused': () => 'Meldung verlorener Faktoren zurückgewiesen',
      'restore-undone': () => 'Früherer Authenticator gilt wieder',
      'guardian-invited': ({ email }) => `${someone(email)} als Guardian eingeladen`,
      'guardian-joined': ({ email }) => `${someone(email)} ist jetzt Guardian`,
      'guardian-removed': ({ email }) => `${someone(email)} ist kein Guardian mehr`,
      'invite-withdrawn': ({ email }) => `Einladung beendet: ${someone(email)}`,
      'invite-declined': ({ email }) => `${someone(email)} möchte kein Guardian sein`,
      'approval-on': () => 'Guardian-Genehmigung eingeschaltet',
      'approval-off': () => 'Guardian-Genehmigung ausgeschaltet',
      consensus: ({ from, to, of }) => `Guardian-Genehmigung geändert: von ${from} auf ${to} von ${of}`,
      unknown: () => 'Etwas hat sich geändert',
    },
  },

  notices: {
    title: 'Benachrichtigungen',
    lead: 'Auf diesem Gerät',
    groups: {
      approvals: { title: 'Genehmigungen', lead: 'Eine Überweisung wartet auf Ihre Entscheidung' },
      dapps: {
        title: 'Anfragen von DApps',
        lead: 'Eine DApp möchte verbinden, unterschreiben lassen oder senden',
      },
      transfers: { title: 'Meine Überweisungen', lead: 'Genehmigt, abgelehnt, empfangen' },
    },
    security: 'Sicherheit',
    securityLead: 'Per E-Mail: neue Anmeldung, geänderte Guardians, schwächere Regeln',
    always: 'Immer an',
    single: 'Einzeln wählen',
  },

  display: {
    title: 'Anzeige',
    lead: 'Wie dieser Browser Countersign zeigt',
    hide: 'Beträge verbergen',
    hideLead: 'Überall, außer wo Sie über einen Betrag entscheiden',
    theme: 'Design',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    format: 'Zahlen- und Datumsformat',
    sameAsLanguage: 'Wie die Sprache',
  },

  install: {
    title: 'Installieren',
    lead: 'Countersign als eigene App',
    installed: 'Countersign läuft hier schon als eigene App.',
    offer: 'Öffnet sich in einem eigenen Fenster, von Ihrem Startbildschirm oder Dock aus.',
    install: 'App installieren',
  },
}
