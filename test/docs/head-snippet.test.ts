/** The script for the page's head, as a page of the documentation makes it. */

import { PRO_NO } from 'portico/presets/environments'
import { headStartScript } from 'portico/server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { firstValues, make } from '../../docs/.vitepress/theme/live/head-snippet.ts'
import { keepClient, SAMPLE } from '../../docs/.vitepress/theme/your-client.ts'
import { openPage } from '../support/page.ts'
import { source } from './pages.ts'

const VALUES = {
  clientId: '0123456789abcdef01234567',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
  env: 'PRO_NO',
}

it('is what a server would make of the same values', async () => {
  const script = headStartScript({ ...VALUES, env: PRO_NO })
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

it('the form for the script begins with the client that the reader has set once, and without an identifier before that', () => {
  vi.stubGlobal('localStorage', openPage().window.localStorage)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(firstValues()).toEqual({ ...SAMPLE, clientId: '', env: 'PRO' })
  const { env: _, ...client } = VALUES
  keepClient(client)
  expect(firstValues()).toEqual({ ...client, env: 'PRO' })
})

it('is made on one page, to which the first pages that anybody reads lead', () => {
  expect(source('guide/head-snippet.md')).toContain('\n<HeadSnippet />\n')
  for (const file of ['start.md', 'guide/server.md'])
    expect([file, /\((?:guide\/)?head-snippet\.md\)/.test(source(file))]).toEqual([file, true])
})
