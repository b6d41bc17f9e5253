import type { Texts } from './texts.ts'

export const sv: Texts = {
  pages: {
    'login-expired': [
      'Inloggningen tog för lång tid',
      'En inloggning måste slutföras inom en timme. Logga in igen.',
    ],
    'login-used': [
      'Den här inloggningen har redan använts',
      'Varje inloggning fungerar bara en gång. Logga in igen om du inte är inloggad.',
    ],
    'login-elsewhere': [
      'Vi hittar inte din inloggning',
      'Den påbörjades i en annan webbläsare, eller så har den redan använts. Logga in igen.',
    ],
    'login-retry': ['Vi kan inte logga in dig just nu', 'Inget har gått förlorat. Försök igen om en stund.'],
    'login-ended': ['Inloggningen avbröts', 'Du loggades ut medan du loggade in. Logga in igen.'],
    'access-denied': [
      'Du loggades inte in',
      'Inloggningen avbröts, eller så har ditt konto inte åtkomst här. Du kan försöka igen.',
    ],
    unavailable: ['Något fungerar inte just nu', 'Vi ber om ursäkt. Försök igen om några minuter.'],
    'not-registered': [
      'Den här länken fungerar inte',
      'Det är något fel på länken som ledde dig hit. Det är inte ditt fel.',
    ],
    'logout-confirm': [
      'Vill du logga ut?',
      'Du loggas ut från {site} och från webbplatserna som har samma inloggning.',
    ],
    'logged-out': ['Du är utloggad', 'Du kan stänga fönstret eller gå tillbaka till webbplatsen.'],
    'logout-failed': ['Du är fortfarande inloggad', 'Vi kunde inte logga ut dig just nu. Försök igen.'],
    sessions: ['Här är du inloggad', 'Logga ut från webbläsare som du inte längre använder.'],
    'not-logged-in': ['Du är inte inloggad', 'Logga in för att se var du är inloggad.'],
    'not-found': ['Här finns ingenting', 'Adressen kan vara felskriven, eller så har sidan flyttats.'],
  },
  actions: {
    logIn: 'Gå till {site} och logga in',
    tryAgain: 'Försök igen',
    back: 'Tillbaka till {site}',
    logOut: 'Logga ut',
    stay: 'Förbli inloggad',
    logOutAgain: 'Logga ut igen',
    logOutOthers: 'Logga ut överallt annars',
  },
  sessions: {
    name: '{browser} på {device}',
    unknown: 'Okänd webbläsare',
    current: 'Den här webbläsaren',
    began: 'Inloggad {date}',
    lastSeen: 'Senast använd {date}',
    end: 'Logga ut från {name}',
  },
}
