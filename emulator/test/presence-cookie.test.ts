// The presence cookie, as the command is told of it: its session services set it, and the pages of its demo sites look for it. It is the
// built command that runs.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newDirectory, run, runIn, type Started, started, whenStarted } from './command.ts'
import { Visitor } from './helpers.ts'
import { logIn, site } from './log-in.ts'

const NAME = 'news-reader'

/** The names of a reader's cookies that each host of the site gets, once they have logged in. */
async function cookiesAfterLogin({ emulator }: Started): Promise<string[]> {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  const cookies = await visitor.jar.getCookies(emulator.url(site.siteHost))
  return cookies.filter(({ domain }) => domain === site.siteHost.replace('www.', '')).map(({ key }) => key)
}

/** What pages of the demo site are told to look for. */
async function lookedFor({ emulator }: Started): Promise<(string | undefined)[]> {
  const visitor = new Visitor()
  const front = await visitor.open(emulator.url(site.siteHost))
  const article = /href="(\/article[^"]*)"/.exec(front.text)?.[1] ?? ''
  const pages = [front, await visitor.open(emulator.url(site.siteHost, article))]
  return pages.map(({ text }) => /"presenceCookie":"([^"]*)"/.exec(text)?.[1])
}

const WAYS: [string, () => Promise<Started>][] = [
  ['the command line', () => started('--presence-cookie', NAME)],
  [
    'a file',
    () => {
      const folder = newDirectory()
      writeFileSync(join(folder, 'own.json'), JSON.stringify({ 'presence-cookie': NAME }))
      return whenStarted(runIn(folder, '--port', '0', '--config', 'own.json'))
    },
  ],
]

describe.each(WAYS)('the presence cookie that %s names', (_where, start) => {
  it('is set by a login for the whole domain', async () => {
    expect(await cookiesAfterLogin(await start())).toEqual([NAME])
  })

  it('is what the pages of the demo look for', async () => {
    expect(await lookedFor(await start())).toEqual([NAME, NAME])
  })
})

it('the presence cookie is in the environment of a developer’s own site', async () => {
  const folder = newDirectory()
  const own = ['--site', 'http://www.site.localhost:3000/callback', '--env', 'own.env']
  await whenStarted(runIn(folder, '--port', '0', '--presence-cookie', NAME, ...own))
  const { IDENTITY_ENV = '' } = parseEnv(readFileSync(join(folder, 'own.env'), 'utf8'))
  expect(JSON.parse(IDENTITY_ENV)).toMatchObject({ presenceCookie: NAME })
})

it('without a name, no login sets a presence cookie, and no page looks for one', async () => {
  const emulator = await whenStarted(run('--port', '0'))
  expect(await cookiesAfterLogin(emulator)).toEqual([])
  expect(await lookedFor(emulator)).toEqual([undefined, undefined])
})
