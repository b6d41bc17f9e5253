import type { Texts } from './texts.ts'

export const de: Texts = {
  pages: {
    'login-expired': [
      'Die Anmeldung hat zu lange gedauert',
      'Eine Anmeldung muss innerhalb einer Stunde abgeschlossen werden. Bitte melden Sie sich noch einmal an.',
    ],
    'login-used': [
      'Diese Anmeldung wurde schon verwendet',
      'Jede Anmeldung gilt nur einmal. Falls Sie nicht angemeldet sind, melden Sie sich bitte noch einmal an.',
    ],
    'login-elsewhere': [
      'Wir können Ihre Anmeldung nicht finden',
      'Sie wurde in einem anderen Browser begonnen oder schon verwendet. Bitte melden Sie sich noch einmal an.',
    ],
    'login-retry': [
      'Wir können Sie gerade nicht anmelden',
      'Es ist nichts verloren. Bitte versuchen Sie es gleich noch einmal.',
    ],
    'login-ended': [
      'Ihre Anmeldung wurde beendet',
      'Sie wurden abgemeldet, während Sie sich angemeldet haben. Bitte melden Sie sich noch einmal an.',
    ],
    'access-denied': [
      'Sie wurden nicht angemeldet',
      'Die Anmeldung wurde abgebrochen, oder Ihr Konto hat hier keinen Zugang. Sie können es noch einmal versuchen.',
    ],
    unavailable: [
      'Etwas funktioniert gerade nicht',
      'Das tut uns leid. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    ],
    'not-registered': [
      'Dieser Link funktioniert nicht',
      'In dem Link, der Sie hierher geführt hat, ist ein Fehler. Es liegt nicht an Ihnen.',
    ],
    'logout-confirm': [
      'Möchten Sie sich abmelden?',
      'Sie werden von {site} und von den Seiten abgemeldet, die dieselbe Anmeldung verwenden.',
    ],
    'logged-out': ['Sie sind abgemeldet', 'Sie können das Fenster schließen oder zur Website zurückkehren.'],
    'logout-failed': [
      'Sie sind noch angemeldet',
      'Wir konnten Sie gerade nicht abmelden. Bitte versuchen Sie es noch einmal.',
    ],
    sessions: ['Hier sind Sie angemeldet', 'Melden Sie sich in Browsern ab, die Sie nicht mehr benutzen.'],
    'not-logged-in': [
      'Sie sind nicht angemeldet',
      'Melden Sie sich an, um zu sehen, wo Sie angemeldet sind.',
    ],
    'not-found': [
      'Hier ist nichts',
      'Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen.',
    ],
  },
  actions: {
    logIn: 'Weiter zu {site} und anmelden',
    tryAgain: 'Noch einmal versuchen',
    back: 'Zurück zu {site}',
    logOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
    logOutAgain: 'Noch einmal abmelden',
    logOutOthers: 'Überall sonst abmelden',
  },
  sessions: {
    name: '{browser} auf {device}',
    unknown: 'Unbekannter Browser',
    current: 'Dieser Browser',
    began: 'Angemeldet am {date}',
    lastSeen: 'Zuletzt benutzt am {date}',
    end: 'Abmelden: {name}',
  },
}
