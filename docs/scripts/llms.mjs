/** What there is, for readers that are programs: a list of the pages, with a sentence for each. */
import { fileOf, SIDEBAR, TAKEN } from './pages.mjs'
import { SUMMARIES } from './summaries.mjs'

const HEAD = `# Portico

> Portico is a JavaScript library for the web pages of publishers. It tells a page who its reader is, and lets readers log in and
> log out at a central account service.
`

const SITE = `
Each line below is a page of the documentation. [llms-full.txt](/llms-full.txt) has all these pages in one file, except the API from
the sources. The [glossary](/glossary) explains words such as session service.
`

const PACKAGE = `
Each line below is a page of the documentation, a file beside this one. It is the documentation of the version that is installed. The
[glossary](docs/glossary.md) explains words such as session service. \`examples/\` has whole sites, and \`dist/\` the declarations of
every type.
`

/** Pages that are not in the package. */
const LEFT_OUT = ['/reference/api/', '/decisions']

const listOf = (addressOf, isIn = () => true) =>
  SIDEBAR.map(({ text, items }) => {
    const lines = items
      .filter(({ link }) => isIn(link))
      .map(({ text: name, link }) => `- [${name}](${addressOf(link)}): ${SUMMARIES[link]}`)
    return `## ${text}\n\n${lines.join('\n')}`
  }).join('\n\n')

/** llms.txt of the site. */
export const siteList = () => `${HEAD}${SITE}\n${listOf((link) => link)}\n`

/** llms.txt of the package, whose links lead to its files. */
export const packageList = () =>
  `${HEAD}${PACKAGE}\n${listOf(
    (link) => TAKEN[link] ?? `docs/${fileOf(link)}`,
    (link) => !LEFT_OUT.includes(link),
  )}\n`
