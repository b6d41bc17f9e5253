/**
 * Each sample of the documentation, held against the built package by the compiler. A sample is a module of its own and
 * imports what it uses; one that the page names, such as `src/identity.ts`, is there for the others of its page.
 */
import { describe, expect, it } from 'vitest'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import { AMBIENT } from '../../docs/scripts/compiler-options.mjs'
import { SAMPLES, type Sample } from './pages.ts'
import { scriptsOf } from './scripts.ts'
import { compile, problems } from './typescript.ts'

/** What only the global of a script tag gives to a page. */
const scriptTagOf = (type: string) => `
  import type { Identity } from 'portico'
  declare global {
    const Portico: ${type}
    interface WindowEventMap { 'schIdentity:ready': CustomEvent<Identity> }
    interface Window { __tcfapi?: (command: string, version: number, callback: (data: object, success: boolean) => void) => void }
    interface Element { onclick: (() => void) | null; hidden: boolean }
  }
`

/** A page's own folder: the package is found from the root of the repository, as from a project that installed it. */
const folderOf = (page: string) => `sample-of-${page.replace(/\.md$/, '').replaceAll('/', '-')}`

/** The script of a Vue component, its template within, as the compiler makes it: so the template's expressions are checked too. */
function vueScript(code: string): string {
  const { descriptor, errors } = parse(code)
  if (errors.length) throw errors[0]
  const script = compileScript(descriptor, { id: 'sample', inlineTemplate: true })
  const template = compileTemplate({
    id: 'sample',
    filename: 'sample.vue',
    source: descriptor.template?.content ?? '',
  })
  if (template.errors.length) throw template.errors[0]
  return script.content
}

/** What the compiler is given for a sample: on the line on which it stands in its page. */
function textOf({ language, code, line }: Sample): string {
  const blank = '\n'.repeat(line - 1)
  if (language === 'html') return `${blank}${scriptsOf(code)}\nexport {}`
  if (language === 'vue') return vueScript(code)
  if (language === 'svelte')
    return `${blank}${/<script lang="ts">(.*?)<\/script>/s.exec(code)?.[1] ?? ''}\nexport {}`
  return `${blank}${code}\nexport {}`
}

const EXTENSIONS: Record<string, string> = {
  ts: 'ts',
  tsx: 'tsx',
  js: 'js',
  html: 'js',
  vue: 'vue.ts',
  svelte: 'script.ts',
}

function fileOf({ page, name, language, line }: Sample): string {
  const extension = EXTENSIONS[language]
  // A component of Vue is the module that its compiler makes; one of Svelte has its script checked, and is imported by a type. So has a page.
  const own =
    name
      ?.replace(/\.vue$/, '.vue.ts')
      .replace(/\.svelte$/, '.script.ts')
      .replace(/\.html$/, '.html.js') ?? `line-${line}.${extension}`
  return `${folderOf(page)}/${own}`
}

const filesOf = (samples: readonly Sample[]) =>
  Object.fromEntries(samples.map((sample) => [fileOf(sample), textOf(sample)]))

const code = SAMPLES.filter(({ language }) => EXTENSIONS[language])
const isOfPage = ({ language }: Sample) => language === 'html'

/** The test runner whose globals a sample asks for, by its first line or by an import. */
const runnerOf = ({ code: text }: Sample) =>
  /^\/\/\/ <reference types="(\w+)" \/>$|from '(cypress)'/m.exec(text)?.slice(1).find(Boolean)

/** Groups that are compiled one by one. A sample that asks for globals is apart from those that do not, which would find them too. */
function groupsOf(modules: readonly Sample[]): Sample[][] {
  const runners = new Set(modules.map(runnerOf))
  return [...runners].map((runner) => {
    const group = modules.filter((sample) => runnerOf(sample) === runner)
    if (!runner) return group
    const pages = new Set(group.map(({ page }) => page))
    const imported = group.flatMap(({ code: text }) => text.match(/(?<=from '\.{1,2}\/)[\w-]+(?=')/g) ?? [])
    const isImported = ({ page, name = '' }: Sample) =>
      pages.has(page) && imported.some((module) => new RegExp(`/${module}\\.tsx?$`).test(`/${name}`))
    return [...new Set([...group, ...modules.filter(isImported)])]
  })
}

function problemsOf(samples: readonly Sample[]): string[] {
  const html = samples.filter(isOfPage)
  const modules = samples.filter((sample) => !isOfPage(sample))
  const isFull = ({ code: text }: Sample) => text.includes('/portico.full.')
  const pages: [type: string, html: Sample[]][] = [
    ["typeof import('portico')", html.filter((sample) => !isFull(sample))],
    ["typeof import('portico') & typeof import('portico/plugins')", html.filter(isFull)],
  ]
  return [
    // A page's own script knows which elements its page has, and says no types.
    ...pages.flatMap(([type, group]) =>
      group.length
        ? problems(
            compile(
              [],
              { 'script-tag.ts': scriptTagOf(type), ...filesOf(group) },
              { strictNullChecks: false, exactOptionalPropertyTypes: false, noImplicitAny: false },
            ),
          )
        : [],
    ),
    ...groupsOf(modules).flatMap((group) =>
      problems(compile([], { 'ambient.d.ts': AMBIENT, ...filesOf(group) })),
    ),
  ]
}

describe('the samples of the documentation', () => {
  it('are found', () => {
    expect(code.length).toBeGreaterThan(60)
    expect(new Set(code.map(({ language }) => language))).toEqual(new Set(Object.keys(EXTENSIONS)))
  })

  it('compile against the built package, under strict', () => {
    expect(problemsOf(code)).toEqual([])
  })

  it('find on an error of the default import what its plugins declare, with nothing else imported', () => {
    const texts = {
      'default.ts': "import { SDKError } from 'portico'\nexport const { retryAt } = new SDKError('timeout')",
    }
    expect(problems(compile([], texts))).toEqual([])
  })

  it('may give an option that is undefined, under exactOptionalPropertyTypes too', () => {
    const texts = {
      'undefined.ts': `import { Identity } from 'portico'
        import { createIdentity } from 'portico/core'
        import { fedcm, fetchTransport, login, loginPopup, payment, userContext } from 'portico/plugins'
        import { PRO } from 'portico/presets/environments'
        import { IdentityProvider } from 'portico/react'
        import { relayPage } from 'portico/relay'
        import { startEmulator } from 'portico-emulator'
        declare const perhaps: <Value>() => Value | undefined
        const text = perhaps<string>()
        const identity = new Identity({
          clientId: 'c', sessionDomain: 'https://id.a.b', redirectUri: 'https://a.b',
          env: perhaps<'PRO'>(), log: perhaps<() => void>(), window: perhaps<Window & typeof globalThis>(),
          revalidate: perhaps<boolean>(), globalPrefix: text, plugins: [payment()],
          transport: perhaps<ReturnType<typeof fetchTransport>>(),
        })
        const composed = createIdentity(
          { clientId: 'c', sessionDomain: 'https://id.a.b', redirectUri: 'https://a.b', env: PRO },
          [login(), loginPopup(), userContext(), fedcm()],
        )
        composed.loginPopup({ state: 's', signal: perhaps<AbortSignal>() })
        composed.continueAs({ state: { state: 's', nonce: text, code_challenge: text, code_challenge_method: text } })
        identity.login({ state: 's', loginHint: text, redirectUri: text, locale: perhaps<'nb_NO'>(), preferPopup: perhaps<boolean>() })
        identity.showSimplifiedLoginWidget({ state: 's', tag: text }, { nonce: text, locale: text })
        identity.enableCacheCookie({ domain: text, expiresIn: perhaps<number>() })
        relayPage({ clientId: 'c', next: '/', nonce: text, lang: text })
        IdentityProvider({ identity, session: perhaps() })
        startEmulator({ port: perhaps<number>(), data: text })`,
    }
    expect(problems(compile([], texts))).toEqual([])
  })

  it('would not compile if they were wrong', () => {
    const wrong: [language: string, code: string][] = [
      ['ts', "import { Identity } from 'portico'\nnew Identity({})"],
      ['ts', 'identity.getNothing()'],
      ['tsx', "import { useReader } from './nowhere'\nexport const reader = <p>{useReader()}</p>"],
      ['js', "import { Identity } from 'portico'\nnew Identity({ clientId: 1 })"],
      ['html', '<p></p>\n<script>\n  new Portico.Nothing()\n</script>'],
      ['html', '<p></p>\n<script>\n  Portico.access()\n</script>'],
      ['vue', '<script setup lang="ts">\nconst name = 1\n</script>\n<template>{{ name.nothing }}</template>'],
      ['svelte', '<script lang="ts">\nconst name: string = 1\n</script>'],
      ['ts', "it('has no import', () => {})"],
      ['ts', "jest.mock('./identity')"],
    ]
    const found = problemsOf(
      wrong.map(([language, text], index) => ({
        page: 'a/page.md',
        name: undefined,
        language,
        line: 10 * (index + 1),
        code: text,
      })),
    )
    const named = found.map((problem) => /^sample-of-a-page\/line-(\d+)\./.exec(problem)?.[1])
    expect(new Set(named)).toEqual(new Set(wrong.map((_, index) => `${10 * (index + 1)}`)))
  })
})
