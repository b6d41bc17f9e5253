/**
 * `node scripts/install-browsers.mjs chromium firefox`: installs browsers that are missing, where this can be done without
 * asking: as root, by apt-get. What cannot be had is told in a line, and no failure: whoever needs it says so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What each needs: commands, and the packages that hold them. */
const NEEDS = {
  chromium: { chromium: 'chromium' },
  firefox: { 'firefox-esr': 'firefox-esr' },
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
}

const isCommand = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
}

if (isCommand('apt-get') && process.getuid?.() === 0) {
  const wanted = process.argv.slice(2).flatMap((name) => Object.entries(NEEDS[name] ?? {}))
  const packages = wanted.flatMap(([command, name]) => (isCommand(command) ? [] : [name]))
  if (packages.length) apt('update')
  for (const name of packages)
    if (!apt('install', '-y', '--no-install-recommends', name))
      console.error(`${name} could not be installed.`)
}
