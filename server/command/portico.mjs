#!/usr/bin/env node
/** The command `portico`: makes the script for the page's head, for sites whose pages no server makes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { elementOf, headScript, NAMES, sourceOf, ValueError } from './head-snippet.mjs'

/** What has to be given, by the names of the options. */
const REQUIRED = {
  'client-id': 'the client identifier',
  'session-domain': "the site's session service, such as https://id.site.com",
  'redirect-uri': 'the address to which the browser returns after a login',
  env: `${NAMES.join(', ')}, or a JSON file with an environment`,
}

const HELP = `Usage: portico head-snippet [options]

Makes the script for the page's head, by which the session call begins while the library is still on its way. Prints it as an
element to copy into the page, before the element that loads the library.

  --client-id ID         ${REQUIRED['client-id']}
  --session-domain URL   ${REQUIRED['session-domain']}
  --redirect-uri URL     ${REQUIRED['redirect-uri']}
  --env ENV              ${REQUIRED.env}
  --out FILE             write the script as a file instead
  -h, --help             show this text

Construct the page's identity with the same values. It takes over only a request that has exactly its own address.
`

/** How a value is given here. */
const FLAGS = {
  clientId: '--client-id',
  sessionDomain: '--session-domain',
  redirectUri: '--redirect-uri',
  env: '--env',
  ...Object.fromEntries(
    ['accountUrl', 'widgetUrl', 'globalSessionUrl', 'sdrnNamespace'].map((name) => [name, `${name} of --env`]),
  ),
}

function readArguments() {
  const string = { type: 'string' }
  const options = Object.fromEntries([...Object.keys(REQUIRED), 'out'].map((name) => [name, string]))
  const help = { type: 'boolean', short: 'h' }
  try {
    return parseArgs({ options: { ...options, help }, allowPositionals: true })
  } catch ({ message }) {
    // Node says this in three lines.
    const [, valueless] = /^Option '(--[\w-]+).*argument (?:missing|is ambiguous)/.exec(message) ?? []
    throw new ValueError(valueless ? `${valueless} has no value.` : `${message.split('. ')[0]}.`)
  }
}

/** Names all that is missing at once. */
function checkRequired(values) {
  const missing = Object.keys(REQUIRED).filter((name) => !values[name])
  if (missing.length)
    throw new ValueError(missing.map((name) => `--${name} is missing. Give ${REQUIRED[name]}.`).join('\n'))
}

/** An environment, by its name or out of a file. */
function environmentOf(given) {
  if (NAMES.includes(given)) return given
  let text
  let environment
  try {
    text = readFileSync(given, 'utf8')
  } catch {
    throw new ValueError(`env is "${given}". Give ${NAMES.join(', ')}, or a JSON file that can be read.`)
  }
  try {
    // Editors on Windows begin a file with a byte-order mark.
    environment = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new ValueError(`env is "${given}", which holds no JSON.`)
  }
  if (typeof environment === 'object' && environment && !Array.isArray(environment)) return environment
  throw new ValueError(`env is "${given}", which holds no object. Give a JSON file with an environment.`)
}

async function run() {
  const { values, positionals } = readArguments()
  if (values.help || process.argv.length === 2) return void process.stdout.write(HELP)
  const command = positionals.join(' ')
  if (command !== 'head-snippet')
    throw new ValueError(`The command is ${command ? `"${command}"` : 'missing'}. Give head-snippet.`)
  checkRequired(values)
  const script = headScript({
    clientId: values['client-id'],
    sessionDomain: values['session-domain'],
    redirectUri: values['redirect-uri'],
    env: environmentOf(values.env),
  })
  if (values.out === undefined) {
    console.log(elementOf(script))
    // Beside the output, so that this can go into a file as it is.
    console.error(`For a Content Security Policy: script-src ${await sourceOf(script)}`)
    return
  }
  try {
    writeFileSync(values.out, `${script}\n`)
  } catch ({ code }) {
    throw new ValueError(`--out is "${values.out}", which cannot be written (${code}).`)
  }
  console.log(`Written: ${values.out}. It goes before the element that loads the library:`)
  console.log(`<script src="/${basename(values.out)}"></script>`)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ValueError)) throw error
  console.error(error.message.replace(/^\w+(?= is )/, (name) => FLAGS[name] ?? name))
  console.error('portico --help says what can be given.')
  process.exitCode = 1
}
