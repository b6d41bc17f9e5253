/** Where browsers are looked for, by the layout of each platform. */
import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installedBrowser, type Machine } from '../../scripts/browsers/find.mjs'

/** A machine on which these files are. */
const having = (machine: Omit<Machine, 'isFile'>, ...files: string[]): Machine => {
  const { normalize } = machine.platform === 'win32' ? win32 : posix
  return { ...machine, isFile: (path) => files.includes(normalize(path)) }
}

const MAC = {
  platform: 'darwin',
  arch: 'arm64',
  env: { PATH: '/usr/bin:/opt/homebrew/bin' },
  home: '/Users/ada',
}
const WINDOWS = {
  platform: 'win32',
  arch: 'x64',
  env: {
    Path: 'C:\\Windows\\system32',
    LOCALAPPDATA: 'C:\\Users\\Ada Å\\AppData\\Local',
    ProgramFiles: 'C:\\Program Files',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)',
    HOMEDRIVE: 'C:',
  },
  home: 'C:\\Users\\Ada Å',
}
const LINUX_ARM = {
  platform: 'linux',
  arch: 'arm64',
  libc: 'glibc',
  env: { PATH: '/usr/local/bin:/usr/bin::/snap/bin' },
  home: '/home/ada',
}

const CHROME_ON_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const EDGE_ON_WINDOWS = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'

describe('Chromium is found', () => {
  it.each<[string, Omit<Machine, 'isFile'>, string]>([
    ['Chrome on a Mac', MAC, CHROME_ON_MAC],
    ['Chrome of one user of a Mac', MAC, `/Users/ada${CHROME_ON_MAC}`],
    ['Chromium on a Mac', MAC, '/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['Edge on a Mac', MAC, '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    ['Chrome on Windows', WINDOWS, 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    ['Chrome of 32 bits', WINDOWS, 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'],
    [
      'Chrome of one user',
      WINDOWS,
      'C:\\Users\\Ada Å\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
    ],
    ['Edge on Windows', WINDOWS, EDGE_ON_WINDOWS],
    ['Edge, in an environment that tells little', { ...WINDOWS, env: {} }, EDGE_ON_WINDOWS],
    ['Debian’s on ARM', LINUX_ARM, '/usr/bin/chromium'],
    ['Chrome on Linux', LINUX_ARM, '/usr/bin/google-chrome-stable'],
    ['Chrome that is no command', LINUX_ARM, '/opt/google/chrome/chrome'],
    ['Edge on Linux', LINUX_ARM, '/opt/microsoft/msedge/msedge'],
  ])('%s', (_, machine, file) => {
    expect(installedBrowser('chromium', having(machine, file))).toBe(file)
  })

  it('Chrome before Edge, which Windows always has', () => {
    const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
    expect(installedBrowser('chromium', having(WINDOWS, EDGE_ON_WINDOWS, chrome))).toBe(chrome)
  })

  it('nowhere on a machine that has none', () => {
    for (const machine of [MAC, WINDOWS, LINUX_ARM])
      expect(installedBrowser('chromium', having(machine, '/usr/bin/firefox'))).toBeUndefined()
  })
})

describe('Firefox is found', () => {
  it.each<[string, Omit<Machine, 'isFile'>, string]>([
    ['on a Mac', MAC, '/Applications/Firefox.app/Contents/MacOS/firefox'],
    ['on Windows', WINDOWS, 'C:\\Program Files\\Mozilla Firefox\\firefox.exe'],
    ['of one user of Windows', WINDOWS, 'C:\\Users\\Ada Å\\AppData\\Local\\Mozilla Firefox\\firefox.exe'],
    ['on Debian', LINUX_ARM, '/usr/bin/firefox-esr'],
    ['on Linux', LINUX_ARM, '/usr/local/bin/firefox'],
    ['as a snap', LINUX_ARM, '/snap/firefox/current/usr/lib/firefox/firefox'],
  ])('%s', (_, machine, file) => {
    expect(installedBrowser('firefox', having(machine, file))).toBe(file)
  })
})

describe('one that the environment names', () => {
  it('is taken before all others', () => {
    const env = { ...MAC.env, PORTICO_CHROMIUM: '/Users/ada/my chromium' }
    const machine = having({ ...MAC, env }, CHROME_ON_MAC, '/Users/ada/my chromium')
    expect(installedBrowser('chromium', machine)).toBe('/Users/ada/my chromium')
  })

  it('may be a command, or a path of Windows', () => {
    const linux = { ...LINUX_ARM, env: { ...LINUX_ARM.env, PORTICO_FIREFOX: 'firefox-nightly' } }
    expect(installedBrowser('firefox', having(linux, '/usr/bin/firefox-nightly'))).toBe(
      '/usr/bin/firefox-nightly',
    )
    const path = 'D:\\Browsers\\chrome.exe'
    const windows = { ...WINDOWS, env: { PORTICO_CHROMIUM: path } }
    expect(installedBrowser('chromium', having(windows, path))).toBe(path)
  })

  it.each([MAC, WINDOWS, LINUX_ARM])('is an error where it is not, on $platform', (machine) => {
    const env = { ...machine.env, PORTICO_CHROMIUM: 'nowhere' }
    expect(() =>
      installedBrowser('chromium', having({ ...machine, env }, CHROME_ON_MAC, EDGE_ON_WINDOWS)),
    ).toThrow('PORTICO_CHROMIUM is nowhere, and there is no such file.')
  })
})
