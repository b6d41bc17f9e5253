import type { Texts } from './texts.ts'

export const en: Texts = {
  pages: {
    'login-expired': [
      'The login took too long',
      'A login has to be finished within an hour. Please log in again.',
    ],
    'login-used': [
      'This login has already been used',
      'Each login works once. If you are not logged in, please log in again.',
    ],
    'login-elsewhere': [
      'We cannot find your login',
      'It was begun in another browser, or it has already been used. Please log in again.',
    ],
    'login-retry': ['We cannot log you in right now', 'Nothing is lost. Please try again in a moment.'],
    'login-ended': [
      'Your login was ended',
      'You were logged out while you were logging in. Please log in again.',
    ],
    'access-denied': [
      'You were not logged in',
      'The login was cancelled, or your account has no access here. You can try again.',
    ],
    unavailable: ['Something is not working right now', 'We are sorry. Please try again in a few minutes.'],
    'not-registered': [
      'This link does not work',
      'There is a mistake in the link that brought you here. It is not your fault.',
    ],
    'logout-confirm': [
      'Do you want to log out?',
      'You will be logged out of {site} and of the sites that share its login.',
    ],
    'logged-out': ['You are logged out', 'You can close this window, or go back to the site.'],
    'logout-failed': ['You are still logged in', 'We could not log you out just now. Please try again.'],
    sessions: ['Where you are logged in', 'Log out of browsers that you no longer use.'],
    'not-logged-in': ['You are not logged in', 'Log in to see where you are logged in.'],
    'not-found': ['There is nothing here', 'The address may be mistyped, or the page may have moved.'],
  },
  actions: {
    logIn: 'Go to {site} and log in',
    tryAgain: 'Try again',
    back: 'Back to {site}',
    logOut: 'Log out',
    stay: 'Stay logged in',
    logOutAgain: 'Log out again',
    logOutOthers: 'Log out everywhere else',
  },
  sessions: {
    name: '{browser} on {device}',
    unknown: 'Unknown browser',
    current: 'This browser',
    began: 'Logged in on {date}',
    lastSeen: 'Last used on {date}',
    end: 'Log out of {name}',
  },
}
