/** The command of the packed tarball: the script for the page's head, and what it says of wrong values. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { preloadScript } from 'portico/server'
import { describe, expect, it } from 'vitest'
import { npm } from '../../scripts/system/processes.mjs'
import { sourceOf } from '../../server/command/head-snippet.mjs'
import type { Project } from './project.ts'

const VALUES = {
  clientId: '0123456789abcdef01234567',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
}
const GIVEN = [
  `--client-id=${VALUES.clientId}`,
  `--session-domain=${VALUES.sessionDomain}`,
  `--redirect-uri=${VALUES.redirectUri}`,
]
const ENV = {
  name: 'OWN',
  accountUrl: 'https://account.site.example',
  widgetUrl: 'https://account.site.example/authn/',
  globalSessionUrl: 'https://account.site.example',
  sdrnNamespace: 'site.example',
}

interface Ended {
  status: number | null
  out: string
  problem: string
}

/** The addresses that a page asks which holds the script. */
function askedBy(script: string): string[] {
  const asked: string[] = []
  const fetch = (url: string) => {
    asked.push(url)
    return new Promise(() => {})
  }
  runInNewContext(script, { sessionStorage: {}, localStorage: {}, document: {}, AbortController, fetch })
  return asked
}

/** Tests of the command in a project that has the tarball. */
export function theCommand(project: () => Project): void {
  /** Runs a program in the project. */
  function start([command = '', ...args]: readonly string[]): Ended {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: project().folder, encoding: 'utf8' })
    // npm has something to say of its own settings.
    const lines = stderr.split('\n').filter((line) => line && !line.startsWith('npm '))
    return { status, out: stdout, problem: lines.join('\n') }
  }

  /** The command, without the seconds that npm takes to find it. */
  const portico = (...args: string[]) =>
    start([process.execPath, 'node_modules/portico/server/command/portico.mjs', ...args])

  describe('the command of the head snippet', () => {
    it('prints an element to copy, and what a policy says of it', async () => {
      const script = preloadScript({ ...VALUES, env: ENV })
      project().write('own.json', JSON.stringify(ENV))
      const command = npm('exec', '--offline', '--', 'portico', 'head-snippet', ...GIVEN, '--env=own.json')
      const { status, out, problem } = start(command)
      expect([status, out]).toEqual([0, `<script>${script}</script>\n`])
      expect(problem).toBe(`For a Content Security Policy: script-src ${await sourceOf(script)}`)
    })

    it('reads an environment from a file that begins with a byte-order mark, as editors on Windows write it', () => {
      project().write('marked.json', `\uFEFF${JSON.stringify(ENV)}`)
      const { status, out } = portico('head-snippet', ...GIVEN, '--env=marked.json')
      expect([status, out]).toEqual([0, `<script>${preloadScript({ ...VALUES, env: ENV })}</script>\n`])
    })

    it('makes a script that asks the session service of the values that were given', () => {
      const { out } = portico('head-snippet', ...GIVEN, '--env=PRO_FI')
      const [asked = ''] = askedBy(out.replace(/^<script>|<\/script>\n$/g, ''))
      const { origin, pathname, searchParams } = new URL(asked)
      expect([origin, pathname]).toEqual([VALUES.sessionDomain, '/v2/session'])
      expect(searchParams.get('client_sdrn')).toBe(`sdrn:schibsted.fi:client:${VALUES.clientId}`)
      expect(searchParams.get('redirect_uri')).toBe(VALUES.redirectUri)
    })

    it('writes a file, and prints the element that loads it', () => {
      const { status, out } = portico('head-snippet', ...GIVEN, '--env=PRO', '--out=head.js')
      expect(status).toBe(0)
      expect(out).toContain('<script src="/head.js"></script>')
      expect(askedBy(readFileSync(join(project().folder, 'head.js'), 'utf8'))).toHaveLength(1)
    })

    it.each([
      [
        ['head-snippet', ...GIVEN],
        '--env is missing. Give PRE, PRO, PRO_NO, PRO_FI, PRO_DK, or a JSON file with an environment.',
      ],
      [
        ['head-snippet', '--env=PRO'],
        `--client-id is missing. Give the client identifier.
--session-domain is missing. Give the site's session service, such as https://id.site.com.
--redirect-uri is missing. Give the address to which the browser returns after a login.`,
      ],
      [['head-snippet', '--client-id', ...GIVEN.slice(1), '--env=PRO'], '--client-id has no value.'],
      [['head-snippet', ...GIVEN, '--env'], '--env has no value.'],
      [
        ['head-snippet', ...GIVEN, '--session-domain=id.site.example', '--env=PRO'],
        '--session-domain is "id.site.example". Give an http(s) URL without credentials, wildcard, query or fragment.',
      ],
      [
        ['head-snippet', ...GIVEN, '--redirect-uri=/callback', '--env=PRO'],
        '--redirect-uri is "/callback". Give an absolute URL that does not begin with javascript:, data:, vbscript:, blob: or file:.',
      ],
      [
        ['head-snippet', ...GIVEN, '--env=NONE'],
        '--env is "NONE". Give PRE, PRO, PRO_NO, PRO_FI, PRO_DK, or a JSON file that can be read.',
      ],
      [['head-snippet', ...GIVEN, '--env=page.txt'], '--env is "page.txt", which holds no JSON.'],
      ...['list.json', 'null.json'].map((file): [string[], string] => [
        ['head-snippet', ...GIVEN, `--env=${file}`],
        `--env is "${file}", which holds no object. Give a JSON file with an environment.`,
      ]),
      [
        ['head-snippet', ...GIVEN, '--env=empty.json'],
        'sdrnNamespace of --env is missing. Give the namespace of its identifiers, such as site.com.',
      ],
      [
        ['head-snippet', ...GIVEN, '--env=PRO', '--out=none/head.js'],
        '--out is "none/head.js", which cannot be written (ENOENT).',
      ],
      [['head-snippet', '--client=abc'], "Unknown option '--client'."],
      [['snippet'], 'The command is "snippet". Give head-snippet.'],
      [GIVEN, 'The command is missing. Give head-snippet.'],
    ])('says in a sentence what is wrong with %j', (args, sentence) => {
      project().write('page.txt', 'no environment')
      project().write('empty.json', '{}')
      project().write('list.json', '[1]')
      project().write('null.json', 'null')
      expect(portico(...args)).toEqual({
        status: 1,
        out: '',
        problem: `${sentence}\nportico --help says what can be given.`,
      })
    })

    it.each([['--help'], ['-h'], []])('says what can be given, by %j', (...args) => {
      const { status, out } = portico(...args)
      expect(status).toBe(0)
      for (const option of ['--client-id', '--session-domain', '--redirect-uri', '--env', '--out'])
        expect(out).toContain(option)
    })

    it('writes no file where a value is missing', () => {
      expect(portico('head-snippet', '--env=PRO', '--out=unwritten.js').status).toBe(1)
      expect(existsSync(join(project().folder, 'unwritten.js'))).toBe(false)
    })
  })
}
