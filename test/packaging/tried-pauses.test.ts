/** The simulation tries other pauses and attempts by changing lines of the built library: the lines have to be there. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('Each change that the simulation tries fits the library as it is built', () => {
  const code = `
    const [{ PAUSES }, { ATTEMPTS }, { loadChanged }] = await Promise.all(
      ['tried', 'tried-attempts', 'variants'].map((name) => import('./bench/src/crowd/' + name + '.mjs')),
    )
    const root = process.cwd() + '/'
    const loaded = await Promise.all([
      ...Object.values(PAUSES).map((changes) => loadChanged(root, 'session/session-pause', changes)),
      ...Object.values(ATTEMPTS).map((changes) => loadChanged(root, 'transport/fetch-transport', changes)),
    ])
    const missing = await loadChanged(root, 'session/session-pause', { 'no such line': '' }).catch(({ message }) => message)
    console.log(JSON.stringify([new Set(loaded).size === loaded.length, ...loaded.map(Object.keys).flat(), missing]))
  `
  const [areDifferent, ...names] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' }),
  )
  expect(areDifferent).toBe(true)
  expect(new Set(names.slice(0, -1))).toEqual(new Set(['sessionPause', 'fetchTransport']))
  expect(names.at(-1)).toContain('«no such line»')
})
