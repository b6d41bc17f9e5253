/** What the reference says of a name's age: nothing of what is as old as the package. */
import { expect, it } from 'vitest'
import { sinceOf } from '../../docs/scripts/api.mjs'

const SINCE = { 'LoginApi.login': '1.0.0-rc.1', 'LoginApi.newer': '1.1.0' }

it('says in which version a name came, unless that was the first', () => {
  expect(sinceOf('LoginApi.login', SINCE)).toBe('')
  expect(sinceOf('LoginApi.newer', SINCE)).toBe('Since 1.1.0.')
})

it('refuses a name that the list lacks', () => {
  expect(() => sinceOf('LoginApi.unlisted', SINCE)).toThrow('npm run pages -w docs')
})
