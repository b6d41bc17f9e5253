// The profile of a reader, for pages, from the standard claims (OpenID Connect Core, section 5.1).

const GENDERS = ['male', 'female']

const MAX_LENGTH = 1000

/** The beginning of a text. No character is cut in two: many emoji are two units of UTF-16. */
const cut = (text: string): string =>
  text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '') : text

/** The members of a session that describe a reader. What the provider does not say is undefined: JSON leaves it out. */
export function profileOf(claims: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  const text = (name: string): string | undefined => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? cut(value) : undefined
  }
  const name = text('name')
  const [first, ...others] = name?.split(' ') ?? []
  const picture = text('picture')
  const gender = text('gender')
  return {
    displayName: name ?? text('nickname') ?? text('preferred_username'),
    givenName: text('given_name') ?? first,
    familyName: text('family_name') ?? (others.join(' ') || undefined),
    gender: gender && (GENDERS.includes(gender) ? gender : 'undisclosed'),
    photo: picture && /^https?:\/\//.test(picture) ? picture : undefined,
  }
}
