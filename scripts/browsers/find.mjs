/** Finds the browsers of the tests, where each platform keeps them, and says how to get one that is missing. */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { machine } from '../install/lock.mjs'
import { packagedChromium } from './packaged-chromium.mjs'

// Windows: below one of the folders for programs. macOS: an application and its executable. Elsewhere: a command, or a
// file; what a snap holds comes first, since its command shows the browser a temporary folder of its own.
const BROWSERS = {
  chromium: {
    name: 'Chromium',
    variable: 'PORTICO_CHROMIUM',
    win32: [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ],
    darwin: [
      ['Google Chrome', 'Google Chrome'],
      ['Chromium', 'Chromium'],
      ['Microsoft Edge', 'Microsoft Edge'],
    ],
    linux: [
      '/snap/chromium/current/usr/lib/chromium-browser/chrome',
      ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'],
      ...['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'],
    ],
    how: {
      win32:
        'install Google Chrome (winget install Google.Chrome), or run npx playwright-core install chromium',
      darwin:
        'install Google Chrome (brew install --cask google-chrome), or run npx playwright-core install chromium',
      linux:
        'install the package chromium of this system (Debian: apt-get install chromium), or run npx playwright-core install chromium',
    },
  },
  firefox: {
    name: 'Firefox',
    variable: 'PORTICO_FIREFOX',
    win32: ['Mozilla Firefox\\firefox.exe', 'Firefox Developer Edition\\firefox.exe'],
    darwin: [
      ['Firefox', 'firefox'],
      ['Firefox Developer Edition', 'firefox'],
    ],
    linux: [
      '/snap/firefox/current/usr/lib/firefox/firefox',
      'firefox-esr',
      'firefox',
      '/opt/firefox/firefox',
    ],
    how: {
      win32: 'install it (winget install Mozilla.Firefox)',
      darwin: 'install it (brew install --cask firefox)',
      linux: 'install the package firefox of this system (Debian: apt-get install firefox-esr)',
    },
  },
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** This machine, as far as it matters for where its browsers are. */
const thisMachine = () => ({ ...machine(), env: process.env, home: homedir(), isFile })

/** Every place at which a browser may be, the best one first. */
function placesOf(browser, { platform, env, home }) {
  if (platform === 'win32') {
    const { LOCALAPPDATA, ProgramFiles, 'ProgramFiles(x86)': x86, HOMEDRIVE = 'C:' } = env
    const given = [LOCALAPPDATA, ProgramFiles, x86].filter(Boolean)
    const folders = [...given, `${HOMEDRIVE}\\Program Files`, `${HOMEDRIVE}\\Program Files (x86)`]
    return browser.win32.flatMap((path) => folders.map((folder) => win32.join(folder, path)))
  }
  if (platform === 'darwin')
    return browser.darwin.flatMap(([application, executable]) =>
      ['/', home].map((root) =>
        posix.join(root, 'Applications', `${application}.app/Contents/MacOS/${executable}`),
      ),
    )
  return browser.linux.flatMap((name) => onPath(name, env))
}

/** Where a command may be; a path stays as it is. */
function onPath(name, { PATH = '' }) {
  if (name.includes('/')) return [name]
  return PATH.split(':').flatMap((folder) => (folder ? [posix.join(folder, name)] : []))
}

/** What the environment names in place of a browser, for tests to go as on a machine that has none. */
const NONE = 'none'

/**
 * Path of a browser that is installed; nothing when there is none, or the environment says `none`.
 *
 * @param {'chromium' | 'firefox'} kind
 * @param {string} [downloaded] where the driver would keep one that it has fetched itself
 * @throws when the environment names one that is not there
 */
export function installedBrowser(kind, on = thisMachine(), downloaded = undefined) {
  const { variable, ...browser } = BROWSERS[kind]
  const named = on.env[variable]
  if (named === NONE) return undefined
  if (named) {
    const found = (on.platform === 'win32' ? [named] : onPath(named, on.env)).find(on.isFile)
    if (!found) throw new Error(`${variable} is ${named}, and there is no such file.`)
    return found
  }
  return [downloaded, ...placesOf(browser, on)].find((path) => path && on.isFile(path))
}

/** How to get a browser on a machine. */
function wayTo(kind, platform) {
  const { variable, how } = BROWSERS[kind]
  return `To have one, ${how[platform] ?? how.linux}, or name one by ${variable}.`
}

/** Says that a browser is missing on a machine, and how to get one there. */
export const missing = (kind, { platform, arch } = thisMachine()) =>
  `There is no ${BROWSERS[kind].name} on this machine (${platform} ${arch}). ${wayTo(kind, platform)}`

/** Says that the Chromium of a machine is a headless shell, what that lacks, and how to get a whole one there. */
export const onlyShell = ({ platform, arch } = thisMachine()) =>
  `A headless shell has no dialogs and no back/forward cache, and there is no whole Chromium on this machine (${platform} ${arch}). ${wayTo('chromium', platform)}`

/** Whether the Chromium that an npm package ships runs on a machine. */
export const runsPackaged = ({ platform, arch, libc } = thisMachine()) =>
  platform === 'linux' && arch === 'x64' && libc === 'glibc'

/**
 * Path of a Chromium: the one that PORTICO_CHROMIUM names, else one that is installed, else the packaged one.
 *
 * @throws when there is none, and says how to get one
 */
export async function findChromium() {
  const { chromium } = await import('playwright-core')
  const found = installedBrowser('chromium', thisMachine(), chromium.executablePath())
  if (found) return found
  if (runsPackaged()) return packagedChromium()
  throw new Error(missing('chromium'))
}

/**
 * Path of the packaged Chromium, for tests which any Chromium passes: a headless shell, which does the same in much less time.
 * Nothing where PORTICO_CHROMIUM names another, and where the packaged one does not run or cannot be fetched.
 */
export async function findShell() {
  const { PORTICO_CHROMIUM: named = NONE } = process.env
  if ((named && named !== NONE) || !runsPackaged()) return undefined
  return packagedChromium().catch(() => undefined)
}

/**
 * Path of a Firefox: the one that PORTICO_FIREFOX names, else one that is installed; nothing when there is none.
 *
 * @throws when PORTICO_FIREFOX names one that is not there
 */
export const findFirefox = () => installedBrowser('firefox')
