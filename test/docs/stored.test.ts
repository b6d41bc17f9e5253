/** The page on what is stored and sent, held against the sources: what they name stands there, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { source } from './pages.ts'

const FOLDERS = ['core', 'plugins', 'presets', 'devtools', 'server', 'bindings']
const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
)
  .map((file) => file.replaceAll('\\', '/'))
  // An identity of tests keeps nothing in a browser.
  .filter((file) => /\.(ts|mjs)$/.test(file) && !file.startsWith('presets/testing/'))
  .sort()
const text = SOURCES.map((file) => readFileSync(file, 'utf8')).join('\n')
const page = source('stored.md')

/** First cells of the table under a heading. */
function rowsUnder(heading: string): string[] {
  const chapter = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return [...chapter.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name).sort()
}

const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
/** What a name of the sources stands for. */
const named = (name: string) =>
  /^'/.test(name)
    ? name.slice(1, -1)
    : (new RegExp(`const ${name}(?:: \\w+)? = '([^']+)'`).exec(text)?.[1] ?? name)
const unique = (names: string[]) => [...new Set(names)].sort()

describe('the page on what is stored', () => {
  it('has each entry of the storage, of the tab or of all', () => {
    const kept = found(/(?<!sharedStorage)\b(?:kernel\.)?storage\.entry\(('[^']+'|[A-Z]+|name)[,)]/g)
    const agreed = found(/storage\.entry\(`\$\{FORMAT\}\.(\w+)`/g).map((name) => `${named('FORMAT')}.${name}`)
    const pauses = found(/createBackoff\(kernel, ('[^']+')/g).map(named)
    const own = found(/const (?:\w*KEY)(?:: \w+)? = '(portico\.[\w.]+)'/g)
    const ofTab = [...kept.filter((name) => name !== 'name').map(named), ...pauses, ...own]
    expect(rowsUnder('Session storage: this tab')).toEqual(unique(ofTab))
    expect(rowsUnder('Local storage: all tabs')).toEqual(unique([...agreed, ...pauses]))
  })

  it('has each cookie', () => {
    expect(found(/`(SP_ID)=/g)).not.toEqual([])
    const cookies = [
      'SP_ID',
      '__Host-portico-login-…',
      '__Host-<presenceCookie>-none',
      'portico-reader',
      named('PROBE'),
    ]
    expect(rowsUnder('Cookies')).toEqual(unique(cookies))
    // Whatever else writes a cookie has to be added here.
    const writers = SOURCES.filter((file) =>
      /\.cookie = |'cookie', cookie|Max-Age=\$/.test(readFileSync(file, 'utf8')),
    )
    expect(writers).toEqual([
      'devtools/checks/site.ts',
      'plugins/reporting/cache-cookie.ts',
      'plugins/session/presence-cookie.ts',
      'server/pending-login.ts',
    ])
  })

  it('has each channel, lock and global', () => {
    const [, between = ''] = /^## Between tabs\n([\s\S]*?)^## /m.exec(page) ?? []
    expect(between).toContain(`.${named('FORMAT')}\``)
    expect(between).toContain(`\`${named('RELAY_PREFIX')}`)
    expect(between).toContain('`porticoHead`')
    const talkers = SOURCES.filter((file) =>
      /new (?:\w+\.)?BroadcastChannel\(|locks\.request\(/.test(readFileSync(file, 'utf8')),
    )
    expect(talkers).toEqual([
      'plugins/login/popup-window.ts',
      'plugins/tabs/channel.ts',
      'plugins/tabs/tab-lock.ts',
      'server/programs/relay.ts',
    ])
  })

  it('has each parameter of the protocol', () => {
    const [, sent = ''] = /^## What is sent\n([\s\S]*?)^## /m.exec(page) ?? []
    const parameters = (file: string, pattern: RegExp) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)
    const names = [
      ...parameters('core/urls.ts', /^ {2}(client_sdrn|redirect_uri|sdk_version|tabId)\b/gm),
      ...parameters('plugins/login/login-query.ts', /^ {4}([a-z_]+)(?::|,$)/gm),
      'gdpr',
      'gdpr_consent',
      'gpp',
      'gpp_sid',
      'encoding',
    ]
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) expect(sent).toContain(`\`${name}\``)
  })
})
