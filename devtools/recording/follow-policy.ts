/**
 * Notes what the page's Content-Security-Policy blocks, without values: nonces, paths and samples of scripts are left out.
 */
import { originOf, parseUrl } from '../shown/addresses.ts'
import { shownOrigin } from '../shown/redact.ts'
import { HIDDEN } from '../shown/words.ts'
import type { Observation } from './observation.ts'

const KEPT_VIOLATIONS = 50

/** The directives of a policy. */
export const DIRECTIVES: readonly string[] = [
  ...['connect-src', 'default-src', 'frame-src', 'child-src', 'script-src', 'script-src-elem', 'script-src-attr'],
  ...['style-src', 'style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'media-src', 'object-src', 'worker-src'],
  ...['manifest-src', 'form-action', 'base-uri', 'frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
]

/** What browsers name in the place of an address. */
export const BLOCKED: readonly string[] = [
  ...['inline', 'eval', 'wasm-eval', 'data', 'blob', 'trusted-types-policy', 'trusted-types-sink'],
]

const knownOf = (all: readonly string[], word: string): string => all.find((known) => known === word) ?? HIDDEN

// What a policy can say besides addresses.
const KEYWORD =
  /^('(self|none|unsafe-[a-z-]+|strict-dynamic|report-sample|wasm-unsafe-eval|allow-duplicates|script)'|\*|portico|[a-z]+:)$/
const HOST = /^([a-z]+:\/\/)?[\w*.-]+(:(\d{1,5}|\*))?(?=\/|$)/i

/** One source of a rule: a keyword, a host without its path, or the kind of a nonce or hash. */
function shownSource(source: string): string {
  if (KEYWORD.test(source)) return source
  const secret = /^'(nonce|sha256|sha384|sha512)-/.exec(source)
  if (secret) return `'${secret[1]}-${HIDDEN}'`
  return HOST.exec(source)?.[0] ?? HIDDEN
}

/** A rule of a policy: its directive, and what it allows. */
function shownRule(rule: string): string {
  const [directive = '', ...sources] = rule.split(/\s+/)
  return [directive, ...sources.map(shownSource)].join(' ').slice(0, 200)
}

/** The rule of a policy that applied to a directive. */
function ruleFor(directive: string, policy: string): string {
  const rules = policy.split(';').map((rule) => rule.trim())
  const names = [directive, directive.replace(/-(elem|attr)$/, ''), 'default-src']
  return names.flatMap((name) => rules.filter((rule) => rule.split(/\s+/)[0] === name))[0] ?? directive
}

/** Listens to the page's policy. */
export function followPolicy({ kernel, violations, recorder }: Observation): void {
  const { accountUrl, sessionDomain, widgetUrl, globalSessionUrl } = kernel.options
  const origins = [accountUrl, sessionDomain, widgetUrl, globalSessionUrl].map(originOf)
  const hear = (event: SecurityPolicyViolationEvent) => {
    const { blockedURI, originalPolicy, sample } = event
    const directive = knownOf(DIRECTIVES, event.effectiveDirective)
    const blocked = parseUrl(blockedURI) ? shownOrigin(blockedURI) : knownOf(BLOCKED, blockedURI)
    violations.push({
      directive,
      blocked,
      rule: shownRule(ruleFor(directive, `${originalPolicy}`)),
      isOurs: origins.some((origin) => originOf(blockedURI) === origin || `${sample}`.includes(origin)),
      isOurPolicy: /^portico\b/.test(`${sample}`),
    })
    if (violations.length > KEPT_VIOLATIONS) violations.shift()
    recorder.add('policy', `${directive} blocked ${blocked}`, 'browser')
  }
  // In the capture phase, where no script of the page can have stopped it.
  kernel.listen('securitypolicyviolation', hear, { capture: true })
}
