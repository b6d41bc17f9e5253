/** The script for the page's head, as a page of the documentation makes it. */

import { PRO_NO } from 'portico/presets/environments'
import { preloadScript } from 'portico/server'
import { expect, it } from 'vitest'
import { make } from '../../docs/.vitepress/theme/live/head-snippet.ts'

const VALUES = {
  clientId: '0123456789abcdef01234567',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
  env: 'PRO_NO',
}

it('is what a server would make of the same values', async () => {
  const script = preloadScript({ ...VALUES, env: PRO_NO })
  expect(await make(VALUES)).toEqual({
    script,
    element: `<script>${script}</script>`,
    source: expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
  })
})

it.each([
  ['clientId', 'clientId is missing. Give the client identifier.'],
  [
    'sessionDomain',
    'sessionDomain is missing. Give an http(s) URL without credentials, wildcard, query or fragment.',
  ],
  ['env', 'env is missing. Give one of PRE, PRO, PRO_NO, PRO_FI, PRO_DK.'],
])('is not made without %s, which a sentence says', async (name, problem) => {
  expect(await make({ ...VALUES, [name]: '' })).toEqual({ problem })
})
