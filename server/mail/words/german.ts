import type { MailWords } from './english.ts'
import type { Approvals, GuardiansMail, Helped, RuleChange } from './said.ts'

/** '02.01.2026, 15:04 UTC'. */
const minute = (iso: string): string =>
  `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}, ${iso.slice(11, 16)} UTC`

const contact = ({ support }: Helped) =>
  support === undefined ? '' : ` Hilfe bekommen Sie unter ${support}.`

const FREEZE = 'Das war nicht ich: Konto einfrieren'

const freezing = (link: string | undefined) => (link === undefined ? {} : { action: { label: FREEZE, link } })

const waits = (heldUntil: string | undefined, who: string) =>
  heldUntil === undefined ? [] : [`${who} sendet und genehmigt vor dem ${minute(heldUntil)} nichts.`]

const approvals = ({ consensus, guardians }: Approvals) =>
  `${consensus} von ${guardians} ${guardians === 1 ? 'Guardian' : 'Guardians'}`

const sentence = (change: RuleChange): string => {
  switch (change.kind) {
    case 'added':
      return `${change.email} ist jetzt Guardian dieser Wallet.`
    case 'removed':
      return `${change.email} ist kein Guardian dieser Wallet mehr.`
    case 'switched':
      return change.on
        ? 'Die Guardian-Genehmigung wurde eingeschaltet: Transaktionen brauchen die Genehmigung der Guardians.'
        : 'Die Guardian-Genehmigung wurde ausgeschaltet: Transaktionen werden ohne Genehmigung der Guardians ausgeführt.'
    case 'consensus':
      return `Genehmigen müssen jetzt ${approvals(change.after)}; vorher waren es ${approvals(change.before)}.`
    default:
      return change satisfies never
  }
}

const changed = ({ changes, lingering }: GuardiansMail): string[] => [
  ...changes.map(sentence),
  ...(lingering
    ? [
        `Das gilt ab ${minute(lingering.startsAt)}. Bis dahin ${lingering.consensus === 1 ? 'muss' : 'müssen'} ${lingering.consensus} von ${lingering.confirmed} Guardians genehmigen.`,
      ]
    : []),
]

export const german: MailWords = {
  code: ({ short, code, link, browserLink }) => ({
    subject: `Ihr Countersign-Code #${short}`,
    title: `Code #${short} eingeben`,
    paragraphs: [
      'Melden Sie sich mit diesem Code an. Er gilt einmal und 10 Minuten lang.',
      `Geben Sie ihn nur auf der Seite ein, die #${short} zeigt und die Sie selbst geöffnet haben.`,
    ],
    code,
    action: { label: 'Weiter', link },
    aside: {
      label:
        'Es hieß, dass zu viele Codes gesendet wurden? Öffnen Sie diesen Link in dem Browser, den Sie benutzen wollen',
      link: browserLink,
    },
    footer:
      'Sie haben diesen Code nicht angefordert? Beachten Sie diese E-Mail nicht: Ohne ihn kann sich niemand anmelden.',
  }),

  wrongCodes: (help) => ({
    subject: 'Falsche Codes für Ihr Countersign-Konto',
    title: 'Jemand hat versucht, sich anzumelden',
    paragraphs: [
      'Innerhalb eines Tages wurden für Ihr Konto zehn falsche Codes eingegeben. Weitere Versuche werden verlangsamt. Sie können sich weiterhin anmelden.',
      'Wenn Sie das nicht waren, sorgen Sie dafür, dass niemand sonst Ihre E-Mails liest.',
    ],
    footer: `Durch diese Versuche wurde niemand angemeldet.${contact(help)}`,
  }),

  signedIn: ({ isNew, isBackup, at, heldUntil, support, freeze }) => {
    const how = [
      ...(isBackup ? ['mit einem Backup-Code'] : []),
      ...(isNew ? ['von einem Browser aus, den Ihr Konto nicht kannte,'] : []),
    ].join(' ')
    return {
      subject: isBackup ? 'Anmeldung mit einem Backup-Code' : 'Anmeldung von einem neuen Browser',
      title: isBackup ? 'Ein Backup-Code wurde benutzt' : 'Sie haben sich von einem neuen Browser angemeldet',
      paragraphs: [
        `Jemand hat sich ${how} bei Ihrem Countersign-Konto angemeldet, am ${minute(at)}.`,
        ...(isBackup ? ['Dieser Backup-Code gilt nicht mehr.', ...waits(heldUntil, 'Diese Sitzung')] : []),
        freeze === undefined
          ? 'Wenn Sie das nicht waren, melden Sie sich an, wählen Sie im Kontomenü die Abmeldung auf allen Geräten, und sorgen Sie dafür, dass niemand sonst Ihre E-Mails liest.'
          : 'Wenn Sie das nicht waren, frieren Sie Ihr Konto ein: Dann wird nichts gesendet oder genehmigt, bis Sie auf derselben Seite einen Code Ihres Authenticators eingeben. Das beendet jede Sitzung. Sorgen Sie dafür, dass niemand sonst Ihre E-Mails liest.',
      ],
      ...freezing(freeze),
      footer: `Wenn Sie das waren, ist nichts zu tun.${contact({ support })}`,
    }
  },

  authenticator: ({ heldUntil, support, freeze, by }) => ({
    subject: 'Ihr Countersign-Authenticator wurde ersetzt',
    title: 'Ihr Authenticator wurde ersetzt',
    paragraphs: [
      by === 'operator'
        ? 'Für Ihr Konto wurde ein neuer Authenticator eingerichtet, sieben Tage nach der E-Mail darüber. Der alte und alle früheren Backup-Codes gelten nicht mehr, und jede andere Sitzung wurde beendet.'
        : 'Mit einem Backup-Code wurde für Ihr Konto ein neuer Authenticator eingerichtet. Der alte gilt nicht mehr, und jede andere Sitzung wurde beendet.',
      ...waits(heldUntil, 'Ihr Konto'),
      'Wenn Sie das nicht waren, frieren Sie Ihr Konto ein und geben Sie auf derselben Seite einen Code Ihres alten Authenticators ein: Er gilt dort 30 Tage lang, nimmt seinen Platz wieder ein und beendet jede Sitzung. Was Sie senden und genehmigen, wartet danach so lange wie nach dieser Änderung.',
    ],
    ...freezing(freeze),
    footer: `Sie bekommen diese E-Mail, sooft sich Ihr zweiter Faktor ändert.${contact({ support })}`,
  }),

  frozen: (help) => ({
    subject: 'Ihr Countersign-Konto ist eingefroren',
    title: 'Ihr Konto ist eingefroren',
    paragraphs: [
      'Mit dem Link einer E-Mail wurde Ihr Konto eingefroren. Es sendet und genehmigt jetzt nichts, und was noch nicht unterschrieben war, wird nicht gesendet.',
      'Um das aufzuheben, öffnen Sie diesen Link noch einmal und geben Sie einen Code Ihres Authenticators ein. Wo er ersetzt wurde, ist das der alte, und was Sie senden und genehmigen, wartet danach so lange wie nach einer Wiederherstellung.',
    ],
    footer: `Sie haben ihn nicht mehr? Ein Betreiber kann das nach sieben Tagen aufheben.${contact(help)}`,
  }),

  recovery: ({ from, freeze, page, isGuarded, support }) => ({
    subject: 'Ihr Authenticator wurde als verloren gemeldet',
    title: 'Ein neuer Authenticator wurde angefordert',
    paragraphs: [
      `Jemand hat uns mitgeteilt, dass Ihr Authenticator und alle Ihre Backup-Codes verloren sind. Nach dem ${minute(from)}${isGuarded ? ', und sobald jeder Guardian Ihrer Wallets zugestimmt hat,' : ''} kann mit einem Code aus Ihren E-Mails ein neuer Authenticator eingerichtet werden.`,
      'Wenn Sie das nicht waren, halten Sie es auf: Frieren Sie Ihr Konto ein, melden Sie sich mit Ihrem Authenticator an, oder öffnen Sie den anderen Link dieser E-Mail dort, wo Sie angemeldet sind. Das Einfrieren hält es einmal auf; sollte es wieder beginnen, tut es Ihr Authenticator oder eine Sitzung.',
    ],
    action: { label: FREEZE, link: freeze },
    aside: { label: 'Irgendwo angemeldet? Halten Sie es dort ohne Einfrieren auf', link: page },
    footer: `Wenn Sie das waren, ist vor diesem Tag nichts zu tun.${contact({ support })}`,
  }),

  recoveryAsked: ({ owner, address, link, support }) => ({
    subject: 'Ihre Zustimmung als Guardian ist gefragt',
    title: 'Verlorener Authenticator',
    paragraphs: [
      `${owner} soll den Authenticator und alle Backup-Codes verloren haben. Sie sind Guardian der Wallet ${address}: Ein neuer Authenticator wird nur eingerichtet, wenn Sie und jeder andere Guardian zustimmen.`,
      'Fragen Sie zuerst den Inhaber, am Telefon oder persönlich, ob das stimmt. Eine E-Mail allein beweist nichts.',
    ],
    action: { label: 'Lesen und entscheiden', link },
    footer: `Sie wissen nichts davon? Dann tun Sie nichts: Ohne Ihre Zustimmung ändert sich nichts.${contact({ support })}`,
  }),

  recoveryGranted: ({ until, link, support }) => ({
    subject: 'Richten Sie Ihren neuen Authenticator ein',
    title: 'Sie können einen neuen Authenticator einrichten',
    paragraphs: [
      `Die sieben Tage sind vorbei, und niemand hat widersprochen. Melden Sie sich bis ${minute(until)} mit einem Code aus Ihren E-Mails an: Dann richten Sie einen neuen Authenticator und neue Backup-Codes ein.`,
      'Jede andere Sitzung endet damit, und Ihr Konto sendet und genehmigt eine Weile nichts.',
    ],
    action: { label: 'Anmelden', link },
    footer: `Sie waren das nicht? Melden Sie sich mit Ihrem Authenticator an: Das hält es auf.${contact({ support })}`,
  }),

  notice: ({ from, support }) => ({
    subject: 'Ihr eingefrorenes Countersign-Konto',
    title: 'Das Einfrieren wird bald aufgehoben',
    paragraphs: [
      `Jemand hat uns gebeten, Ihr Konto ohne Ihren Authenticator wieder freizugeben. Das geschieht nach dem ${minute(from)}.`,
      'Wenn Sie das nicht waren, öffnen Sie den Link der E-Mail über den Backup-Code noch einmal und drücken Sie die Schaltfläche: Das nimmt es einmal zurück. Mit einem Code Ihres Authenticators auf derselben Seite geben Sie das Konto jederzeit selbst wieder frei.',
    ],
    footer: `Wenn Sie das waren, ist nichts zu tun.${contact({ support })}`,
  }),

  operatorLifted: (help) => ({
    subject: 'Ihr Countersign-Konto ist nicht mehr eingefroren',
    title: 'Das Einfrieren ist aufgehoben',
    paragraphs: [
      'Ein Betreiber hat Ihr Konto wieder freigegeben, sieben Tage nach der E-Mail darüber. Jede Sitzung wurde beendet.',
    ],
    footer: `Sie bekommen diese E-Mail, sooft ein Konto wieder freigegeben wird.${contact(help)}`,
  }),

  putBack: (help) => ({
    subject: 'Countersign wurde aus einer Sicherung wiederhergestellt',
    title: 'Unsere Aufzeichnungen sind von einem früheren Tag',
    paragraphs: [
      'Wir mussten Countersign aus einer Sicherung wiederherstellen. Was auf der Blockchain ist, ändert sich dadurch nicht. Jede Sitzung wurde beendet, und Ihr Konto sendet und genehmigt eine Weile nichts.',
      'Ihr Authenticator gilt wie an jenem Tag; kein früherer Backup-Code gilt noch. Melden Sie sich an und erstellen Sie neue im Kontomenü unter „Backup-Codes“.',
      'Wenn Sie Ihr Konto seither eingefroren hatten, frieren Sie es noch einmal ein: Der Link derselben E-Mail gilt noch, es sei denn, die E-Mail kam nach der Sicherung.',
    ],
    footer: `Niemand braucht deswegen einen Code oder eine Antwort von Ihnen.${contact(help)}`,
  }),

  release: ({ address, link, support }) => ({
    subject: 'Ihre Zustimmung für eine Countersign-Wallet',
    title: 'Eine Wallet ist angehalten',
    paragraphs: [
      `Die neuesten Aufzeichnungen der Wallet ${address} konnten nicht wiederhergestellt werden. Sie ist zur Prüfung angehalten; auf der Blockchain ist nichts verloren.`,
      'Es geht weiter, sobald ihr Inhaber und, wo sie welche hat, ihre Guardians zustimmen. Sie werden als einer von ihnen gefragt: Melden Sie sich zuerst an und öffnen Sie dann diesen Link.',
    ],
    action: { label: 'Lesen und zustimmen', link },
    footer: `Sie wissen nichts von einer solchen Wallet? Dann tun Sie nichts.${contact({ support })}`,
  }),

  lifted: ({ isRestored, support }) => ({
    subject: 'Ihr Countersign-Konto gehört wieder Ihnen',
    title: 'Das Einfrieren ist aufgehoben',
    paragraphs: [
      isRestored
        ? 'Ihr alter Authenticator hat seinen Platz wieder eingenommen; der neue gilt nicht mehr. Was Sie senden und genehmigen, wartet so lange wie nach einer Wiederherstellung.'
        : 'Ein Code Ihres Authenticators hat das Einfrieren aufgehoben.',
      'Jede Sitzung wurde beendet, und keiner Ihrer Backup-Codes gilt noch. Melden Sie sich an und erstellen Sie neue im Kontomenü unter „Backup-Codes“.',
    ],
    footer: `Sie bekommen diese E-Mail, sooft ein Konto wieder freigegeben wird.${contact({ support })}`,
  }),

  waiting: ({ owner, walletName, expiresAt, link }) => ({
    subject: `${owner} bittet um Ihre Genehmigung`,
    title: 'Eine Transaktion wartet auf Sie',
    paragraphs: [
      `Sie sind Guardian der Wallet „${walletName}“ von ${owner}, und eine Transaktion von dort braucht ihre Guardians.`,
      `Sehen Sie sie sich im Guardian-Hub an und genehmigen Sie sie oder lehnen Sie sie ab, bis ${minute(expiresAt)}.`,
    ],
    action: { label: 'Guardian-Hub öffnen', link },
    footer: `Sie haben das nicht erwartet? Fragen Sie ${owner}, bevor Sie genehmigen. Ohne Antwort wird nichts gesendet.`,
  }),

  invite: ({ owner, walletName, expiresAt, link }) => ({
    subject: `${owner} bittet Sie, Guardian zu werden`,
    title: 'Sie sind als Guardian eingeladen',
    paragraphs: [
      `${owner} bittet Sie, Guardian der Wallet „${walletName}“ zu werden.`,
      'Ein Guardian genehmigt ihre Transaktionen oder lehnt sie ab. Sie können ihr Geld nicht bewegen und sehen sonst nichts von ihr.',
      `Melden Sie sich mit dieser E-Mail-Adresse an und antworten Sie im Guardian-Hub bis ${minute(expiresAt)}.`,
    ],
    action: { label: 'Guardian-Hub öffnen', link },
    footer:
      'Sie kennen den Absender nicht? Beachten Sie diese E-Mail nicht: Ohne Ihre Antwort geschieht nichts.',
  }),

  ownRules: (change) => ({
    subject: `Die Guardians Ihrer Wallet ${change.walletName} wurden geändert`,
    title: `Ihre Wallet „${change.walletName}“`,
    paragraphs: changed(change),
    footer:
      'Das waren Sie nicht? Wählen Sie sofort die Abmeldung auf allen Geräten und sagen Sie es Ihren Guardians.',
  }),

  guardedRules: (change) => ({
    subject: `Die Guardians der Wallet von ${change.owner} wurden geändert`,
    title: `Wallet „${change.walletName}“ von ${change.owner}`,
    paragraphs: changed(change),
    footer: `Sie bekommen diese E-Mail, weil Sie Guardian dieser Wallet sind oder es bis jetzt waren. Fragen Sie ${change.owner}, wenn Sie das nicht erwartet haben.`,
  }),
}
