// A site's name is not inflected: it stands after the word that is.

import type { Texts } from './texts.ts'

export const fi: Texts = {
  pages: {
    'login-expired': [
      'Kirjautuminen kesti liian kauan',
      'Kirjautuminen on tehtävä loppuun tunnin kuluessa. Kirjaudu sisään uudelleen.',
    ],
    'login-used': [
      'Tämä kirjautuminen on jo käytetty',
      'Kukin kirjautuminen toimii vain kerran. Jos et ole kirjautunut, kirjaudu sisään uudelleen.',
    ],
    'login-elsewhere': [
      'Kirjautumistasi ei löydy',
      'Se aloitettiin toisella selaimella tai on jo käytetty. Kirjaudu sisään uudelleen.',
    ],
    'login-retry': [
      'Emme voi kirjata sinua sisään juuri nyt',
      'Mitään ei ole kadonnut. Yritä hetken kuluttua uudelleen.',
    ],
    'login-ended': [
      'Kirjautuminen keskeytettiin',
      'Sinut kirjattiin ulos, kun olit kirjautumassa sisään. Kirjaudu uudelleen.',
    ],
    'access-denied': [
      'Sinua ei kirjattu sisään',
      'Kirjautuminen keskeytettiin, tai tililläsi ei ole pääsyä tänne. Voit yrittää uudelleen.',
    ],
    unavailable: ['Jokin ei toimi juuri nyt', 'Pahoittelemme. Yritä uudelleen muutaman minuutin kuluttua.'],
    'not-registered': ['Tämä linkki ei toimi', 'Linkissä, jolla tulit tänne, on virhe. Vika ei ole sinun.'],
    'logout-confirm': [
      'Haluatko kirjautua ulos?',
      'Sinut kirjataan ulos sivustolta {site} ja muilta sivustoilta, joilla on sama kirjautuminen.',
    ],
    'logged-out': ['Olet kirjautunut ulos', 'Voit sulkea ikkunan tai palata sivustolle.'],
    'logout-failed': [
      'Olet edelleen kirjautuneena',
      'Uloskirjautuminen ei onnistunut juuri nyt. Yritä uudelleen.',
    ],
    sessions: ['Täällä olet kirjautuneena', 'Kirjaudu ulos selaimista, joita et enää käytä.'],
    'not-logged-in': ['Et ole kirjautunut sisään', 'Kirjaudu sisään, niin näet, missä olet kirjautuneena.'],
    'not-found': ['Täällä ei ole mitään', 'Osoite voi olla kirjoitettu väärin, tai sivu on siirretty.'],
  },
  actions: {
    logIn: 'Siirry sivustolle {site} ja kirjaudu sisään',
    tryAgain: 'Yritä uudelleen',
    back: 'Takaisin sivustolle {site}',
    logOut: 'Kirjaudu ulos',
    stay: 'Pysy kirjautuneena',
    logOutAgain: 'Kirjaudu ulos uudelleen',
    logOutOthers: 'Kirjaudu ulos kaikkialta muualta',
  },
  sessions: {
    name: '{browser}, {device}',
    unknown: 'Tuntematon selain',
    current: 'Tämä selain',
    began: 'Kirjauduttu {date}',
    lastSeen: 'Viimeksi käytetty {date}',
    end: 'Kirjaudu ulos: {name}',
  },
}
