import type { Texts } from './texts.ts'

export const da: Texts = {
  pages: {
    'login-expired': [
      'Dit login tog for lang tid',
      'Et login skal gennemføres inden for en time. Log ind igen.',
    ],
    'login-used': [
      'Dette login er allerede brugt',
      'Hvert login virker kun én gang. Log ind igen, hvis du ikke er logget ind.',
    ],
    'login-elsewhere': [
      'Vi kan ikke finde dit login',
      'Det blev startet i en anden browser, eller det er allerede brugt. Log ind igen.',
    ],
    'login-retry': ['Vi kan ikke logge dig ind lige nu', 'Intet er gået tabt. Prøv igen om et øjeblik.'],
    'login-ended': ['Dit login blev afbrudt', 'Du blev logget ud, mens du loggede ind. Log ind igen.'],
    'access-denied': [
      'Du blev ikke logget ind',
      'Dit login blev afbrudt, eller din konto har ikke adgang her. Du kan prøve igen.',
    ],
    unavailable: ['Noget virker ikke lige nu', 'Det beklager vi. Prøv igen om et par minutter.'],
    'not-registered': [
      'Dette link virker ikke',
      'Der er en fejl i det link, som førte dig hertil. Det er ikke din skyld.',
    ],
    'logout-confirm': [
      'Vil du logge ud?',
      'Du bliver logget ud af {site} og af de websteder, der deler login med det.',
    ],
    'logged-out': ['Du er logget ud', 'Du kan lukke vinduet eller gå tilbage til webstedet.'],
    'logout-failed': ['Du er stadig logget ind', 'Vi kunne ikke logge dig ud lige nu. Prøv igen.'],
    sessions: ['Her er du logget ind', 'Log ud af browsere, som du ikke længere bruger.'],
    'not-logged-in': ['Du er ikke logget ind', 'Log ind for at se, hvor du er logget ind.'],
    'not-found': ['Her er ikke noget', 'Adressen kan være skrevet forkert, eller siden kan være flyttet.'],
  },
  actions: {
    logIn: 'Gå til {site} og log ind',
    tryAgain: 'Prøv igen',
    back: 'Tilbage til {site}',
    logOut: 'Log ud',
    stay: 'Forbliv logget ind',
    logOutAgain: 'Log ud igen',
    logOutOthers: 'Log ud alle andre steder',
  },
  sessions: {
    name: '{browser} på {device}',
    unknown: 'Ukendt browser',
    current: 'Denne browser',
    began: 'Logget ind {date}',
    lastSeen: 'Sidst brugt {date}',
    end: 'Log ud af {name}',
  },
}
