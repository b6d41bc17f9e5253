/**
 * `node scripts/install/browsers.mjs chromium firefox redis postgres`: installs browsers and servers that are missing, where this can be done without
 * asking: as root, by apt-get. What cannot be had is told in a line, and no failure: whoever needs it says so.
 */
import { installMissing } from './apt.mjs'

/** What each needs: commands, and the packages that hold them. */
const NEEDS = {
  chromium: { chromium: 'chromium' },
  firefox: { 'firefox-esr': 'firefox-esr' },
  // `postgres` itself is in no folder where commands are looked for.
  postgres: { pg_ctlcluster: 'postgresql' },
  redis: { 'redis-server': 'redis-server' },
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
}

installMissing(Object.assign({}, ...process.argv.slice(2).map((name) => NEEDS[name])))
