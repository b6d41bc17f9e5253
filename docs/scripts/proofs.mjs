/**
 * What the README and the front page claim, with numbers out of reports. A sentence with numbers is left out while its report is older
 * than the sources.
 */
import { readFileSync } from 'node:fs'
import { isOld } from '../../scripts/evidence/evidence.mjs'
import { cell, pageView, requests } from './measured.mjs'
import { ROOT } from './paths.mjs'

const RESULTS = 'bench/RESULTS.md'
const LOAD = 'bench/reports/load.md'
const ABUSE = 'test/reports/abuse.md'
const TABS = 'ten tabs at once, in the background'
const EXISTING = 'account-sdk-browser'

/** Requests of a client in an outage, as a multiple of those of an ordinary second. */
const inOutage = (client) =>
  Number.parseFloat(cell(LOAD, 'Outage, 503', client, 'requests in trouble: mean, highest'))

/** A number in the report on attacks. No line ends within it. */
function attacks(pattern) {
  const [, value] = pattern.exec(readFileSync(ROOT + ABUSE, 'utf8')) ?? []
  if (!value) throw new Error(`${ABUSE} does not say ${pattern}`)
  return value.replaceAll(' ', '\u00A0')
}

const firstView = (set) => pageView(set, 'first view')

/** Links are those of the README. */
const PROOFS = [
  {
    title: 'The reader is known early.',
    says: 'A page with the [head snippet](docs/guide/head-snippet.md) asks who its reader is while the library is still loading.',
    report: [RESULTS, 'A page view'],
    measured: () =>
      `On a slow phone and network, it knows after ${firstView('minimal and `preload`, head snippet')}. A page whose script does nothing but fetch the session needs ${firstView('bare fetch (the limit)')}, and the account-sdk-browser, the npm package \`@schibsted/account-sdk-browser\`, ${firstView(EXISTING)}.`,
    link: '[Measured](docs/guide/fastest.md#what-each-set-up-costs-and-how-long-a-reader-waits)',
  },
  {
    title: 'Ten tabs in the background, one request.',
    says: 'A logout in one tab is a logout in all.',
    report: [RESULTS, 'Requests'],
    measured: () =>
      `Ten tabs opened in the background make ${requests(TABS, 'default preset')} request. The account-sdk-browser makes ${requests(TABS, EXISTING)}.`,
    link: '[Counted](bench/RESULTS.md#requests)',
  },
  {
    title: 'A failing service is spared for a while.',
    says: 'Nobody is logged out by an outage.',
    report: [LOAD],
    measured: () =>
      `Portico then sends ${inOutage('ours with tabs')} times the ordinary requests, and the account-sdk-browser ${inOutage(EXISTING)} times, in a simulation of a million readers.`,
    link: '[Simulated](docs/guide/trouble.md#what-it-does-for-a-service)',
  },
  {
    title: 'It is tested against attacks.',
    says: 'A test is named for each promise.',
    report: [ABUSE],
    measured: () =>
      `${attacks(/^- ([\d ]+) tests passed/m)} tests attack the library or break its service. ${attacks(/tests passed, ([\d ]+) failed/)} failed.`,
    link: '[Promised](SECURITY.md)',
  },
]

/** The proofs as items of a list. */
export const proofs = () =>
  PROOFS.map(({ title, says, report, measured, link }) =>
    [`- **${title}**`, says, ...(isOld(...report) ? [] : [measured()]), link].join(' '),
  ).join('\n')

/** Whether the table of bytes is of other sources. */
export const areBytesOld = () => isOld(RESULTS, 'Bytes')
