// What a session says of its reader, for each way in which providers say it.

import { expect, it } from 'vitest'
import { useProvider } from './support/scripted-provider.ts'
import { TestBrowser, testService } from './support/service.ts'

const provider = await useProvider()
const LONG = 'x'.repeat(1001)

it.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['nothing', {}, {}],
  ['a name', { name: 'Kari' }, { displayName: 'Kari', givenName: 'Kari' }],
  [
    'a name of many words',
    { name: 'Kari von Hansen' },
    { displayName: 'Kari von Hansen', givenName: 'Kari', familyName: 'von Hansen' },
  ],
  [
    'all names',
    { name: 'K. H.', given_name: 'Kari', family_name: 'Hansen', nickname: 'kari' },
    { displayName: 'K. H.', givenName: 'Kari', familyName: 'Hansen' },
  ],
  ['a nickname', { nickname: 'kari', preferred_username: 'kari1' }, { displayName: 'kari' }],
  ['a user name', { preferred_username: 'kari1' }, { displayName: 'kari1' }],
  ['names without letters', { name: '', given_name: '', picture: '' }, {}],
  ['names that are no texts', { name: 1, nickname: ['kari'], gender: null }, {}],
  ['a name without end', { nickname: LONG }, { displayName: LONG.slice(1) }],
  [
    'a name without end whose last character is cut in two',
    { nickname: `${'x'.repeat(999)}👩‍🚀` },
    { displayName: 'x'.repeat(999) },
  ],
  [
    'a name whose last character fits',
    { nickname: `${'x'.repeat(998)}👩` },
    { displayName: `${'x'.repeat(998)}👩` },
  ],
  ['a man', { gender: 'male' }, { gender: 'male' }],
  ['a woman', { gender: 'female' }, { gender: 'female' }],
  ['another gender', { gender: 'diverse' }, { gender: 'undisclosed' }],
  ['a picture', { picture: 'http://site.com/kari.png' }, { photo: 'http://site.com/kari.png' }],
  ['a safe picture', { picture: 'https://site.com/kari.png' }, { photo: 'https://site.com/kari.png' }],
  ['a program', { picture: 'javascript:alert("https://site.com")' }, {}],
])('a provider that says %s', async (_what, claims, members) => {
  provider.claims = { sub: 'kari', ...claims }
  const browser = new TestBrowser(testService(provider))
  await browser.logIn(provider)
  const { displayName, givenName, familyName, gender, photo } = await (await browser.session()).json()
  const said = { displayName, givenName, familyName, gender, photo }
  expect(JSON.parse(JSON.stringify(said))).toEqual(members)
})

it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['as it should', { amr: ['pwd', 'otp'], acr: 'high' }, {}],
  ['not at all', {}, { amr: undefined, acr: undefined }],
  ['as no list', { amr: 'pwd', acr: ['high'] }, { amr: undefined, acr: undefined }],
  ['partly as texts', { amr: ['pwd', 1, null] }, { amr: ['pwd'] }],
])('how the reader has logged in, said %s', async (_how, claims, differing) => {
  provider.claims = { sub: 'kari', ...claims }
  const service = testService(provider)
  const browser = new TestBrowser(service)
  await browser.logIn(provider)
  const [session] = await service.sessions({ subject: 'kari' })
  const { amr, acr } = claims
  expect(session).toMatchObject({ amr, acr, ...differing })
})
