// A test user's photo, as sessions link to it: their initial on a colour of their own.

import type { User } from '../store/user.ts'

const COLOURS = ['#2447b8', '#1f6f4a', '#8a3b12', '#6b2c91']

/** Path of the photo on the account host. */
export function photoPath({ username }: User): string {
  return `/photos/${username}`
}

export function photo({ givenName, userId }: User): string {
  // letters alone: the name is the user's to change, and this is markup
  const initial = /\p{L}/u.exec(givenName)?.[0].toUpperCase() ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<path fill="${COLOURS[userId % COLOURS.length]}" d="M0 0h96v96H0z"/>
<text x="48" y="64" fill="#fff" font-family="system-ui, sans-serif" font-size="46" text-anchor="middle">${initial}</text>
</svg>`
}
