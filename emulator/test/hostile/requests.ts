// Requests made up at random, as bytes: nearly right as often as wrong, so that they get past the first check.

import fc from 'fast-check'
import { ACCOUNT_HOST, PUBLISHERS } from '../../src/index.ts'
import { site } from '../log-in.ts'
import { pairs, rest } from './bodies.ts'
import * as words from './words.ts'

/** What the emulator gave out before. Without it, most paths end at their first line. */
export interface Given {
  readonly port: number
  /** Values of `Cookie` headers. */
  readonly cookies: readonly string[]
  /** Ids of log-ins that are under way. */
  readonly uids: readonly string[]
}

const { noise, text } = words

/** One of several, each as often as its number says. */
function often<T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

function joined(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((all) => all.join(''))
}

const oneOf = (list: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...list)
const always = (word: string): fc.Arbitrary<string> => fc.constant(word)

const methods = often(
  [40, oneOf(['GET', 'POST'])],
  [10, oneOf(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'])],
  [1, oneOf(['CONNECT', 'M-SEARCH', 'BREW', 'get', '', 'PRI', 'GET\t', '\x16\x03\x01'])],
)
const versions = often([40, always('1.1')], [1, oneOf(['1.0', '0.9', '2.0', '9'])])

/** Whole requests, each for a connection of its own. */
export function hostileRequest({ port, cookies, uids }: Given): fc.Arbitrary<string> {
  const hosts = often(
    [4, oneOf(words.HOSTS).map((host) => `${host}:${port}`)],
    [1, oneOf(['localhost', '', '[', '[::1]', 'account.localhost:99999', 'account.localhost:', '@'])],
    [1, joined(oneOf(words.HOSTS), text)],
    [1, noise],
  )

  /** A path and a host that has it. */
  function at(served: readonly string[], paths: fc.Arbitrary<string>): fc.Arbitrary<[string, string]> {
    return fc.tuple(paths, oneOf(served.map((host) => `${host}:${port}`)))
  }
  const uid = oneOf(uids)
  const login = `client_id=${site.clientId}&redirect_uri=http://${site.siteHost}:${port}/callback&scope=openid&`
  const siteHosts = PUBLISHERS.map(({ siteHost }) => siteHost)
  const sessionHosts = PUBLISHERS.map(({ sessionHost }) => sessionHost)
  const served = often(
    [6, at([ACCOUNT_HOST], oneOf(words.ACCOUNT_PATHS))],
    [3, at([ACCOUNT_HOST], joined(always('/interaction/'), uid, oneOf(words.STEPS)))],
    [1, at([ACCOUNT_HOST], joined(always('/oauth/authorize/'), uid))],
    [1, at([ACCOUNT_HOST], joined(always(`/oauth/authorize?response_type=code&${login}`), pairs))],
    [2, at(siteHosts, oneOf(words.SITE_PATHS))],
    [2, at(sessionHosts, oneOf(words.SESSION_PATHS))],
  )
  const known = served.map(([path]) => path)
  const targets = often(
    [3, joined(known, text)],
    [2, joined(always('/'), text, known)],
    [2, joined(always('/'), text)],
    [2, joined(oneOf(['http://', 'http://', 'https://', 'HTTP://', 'ftp://', 'http:']), hosts, known)],
    [1, oneOf(words.TARGETS)],
    [1, joined(always('/'), noise)],
    [1, noise],
  )
  const asked = often<[string, string]>(
    [8, served],
    [16, fc.tuple(served, pairs).map(([[path, host], query]) => [`${path}?${query}`, host])],
    [2, fc.tuple(known, hosts)],
    [4, fc.tuple(targets, hosts)],
  )

  const name = oneOf(['Cookie', 'Origin', 'Accept', 'Authorization', 'X-Forwarded-Host', 'User-Agent'])
  const headers = often(
    [20, joined(always('Cookie: '), oneOf(cookies))],
    [4, joined(always('Cookie: '), oneOf(cookies.map((cookie) => cookie.slice(0, -9))), text)],
    [4, joined(always('Origin: http://'), hosts)],
    [8, joined(name, always(': '), text)],
    [8, oneOf(words.HEADERS)],
    [1, oneOf(words.WRONG_HEADERS)],
    [1, joined(noise, always(':'), noise)],
  )

  return fc
    .tuple(methods, asked, versions, fc.array(headers, { maxLength: 4 }), rest)
    .map(([method, [target, host], version, lines, body]) =>
      [`${method} ${target} HTTP/${version}`, `Host: ${host}`, ...lines, body].join('\r\n'),
    )
}
