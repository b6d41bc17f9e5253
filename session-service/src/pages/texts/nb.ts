import type { Texts } from './texts.ts'

export const nb: Texts = {
  pages: {
    'login-expired': [
      'Innloggingen tok for lang tid',
      'En innlogging må fullføres innen en time. Logg inn på nytt.',
    ],
    'login-used': [
      'Denne innloggingen er allerede brukt',
      'Hver innlogging virker bare én gang. Logg inn på nytt hvis du ikke er innlogget.',
    ],
    'login-elsewhere': [
      'Vi finner ikke innloggingen din',
      'Den ble startet i en annen nettleser, eller den er allerede brukt. Logg inn på nytt.',
    ],
    'login-retry': ['Vi kan ikke logge deg inn akkurat nå', 'Ingenting er tapt. Prøv igjen om et øyeblikk.'],
    'login-ended': ['Innloggingen ble avbrutt', 'Du ble logget ut mens du logget inn. Logg inn på nytt.'],
    'access-denied': [
      'Du ble ikke logget inn',
      'Innloggingen ble avbrutt, eller kontoen din har ikke tilgang her. Du kan prøve igjen.',
    ],
    unavailable: ['Noe virker ikke akkurat nå', 'Beklager. Prøv igjen om noen minutter.'],
    'not-registered': [
      'Denne lenken virker ikke',
      'Det er en feil i lenken som førte deg hit. Det er ikke din skyld.',
    ],
    'logout-confirm': [
      'Vil du logge ut?',
      'Du blir logget ut av {site} og av nettstedene som deler innlogging med det.',
    ],
    'logged-out': ['Du er logget ut', 'Du kan lukke vinduet eller gå tilbake til nettstedet.'],
    'logout-failed': ['Du er fortsatt logget inn', 'Vi klarte ikke å logge deg ut akkurat nå. Prøv igjen.'],
    sessions: ['Her er du logget inn', 'Logg ut av nettlesere som du ikke bruker lenger.'],
    'not-logged-in': ['Du er ikke logget inn', 'Logg inn for å se hvor du er logget inn.'],
    'not-found': [
      'Her er det ingenting',
      'Adressen kan være skrevet feil, eller siden kan ha blitt flyttet.',
    ],
  },
  actions: {
    logIn: 'Gå til {site} og logg inn',
    tryAgain: 'Prøv igjen',
    back: 'Tilbake til {site}',
    logOut: 'Logg ut',
    stay: 'Forbli innlogget',
    logOutAgain: 'Logg ut på nytt',
    logOutOthers: 'Logg ut alle andre steder',
  },
  sessions: {
    name: '{browser} på {device}',
    unknown: 'Ukjent nettleser',
    current: 'Denne nettleseren',
    began: 'Logget inn {date}',
    lastSeen: 'Sist brukt {date}',
    end: 'Logg ut av {name}',
  },
}
