// How the server of a developer's site finds names under localhost: with `--import portico-emulator/localhost`.

import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

describe('portico-emulator/localhost', () => {
  const lookup = (host: string) =>
    execFileSync(
      process.execPath,
      [
        ...['--import', new URL('../dist/localhost.mjs', import.meta.url).href, '--input-type=module', '-e'],
        `import dns from 'node:dns'
         dns.lookup(process.argv[1], (error, address) => console.log(error?.code ?? address))`,
        host,
      ],
      { encoding: 'utf8' },
    ).trim()

  it.each(['account.localhost', 'id.site.localhost', 'WWW.SITE.LOCALHOST', 'localhost'])(
    'finds %s here',
    (host) => {
      expect(lookup(host)).toBe('127.0.0.1')
    },
  )

  it.each(['127.0.0.2', '::1'])('leaves %s as it is', (host) => {
    expect(lookup(host)).toBe(host)
  })
})
