/** Other versions of Node and npm, which the registry holds as packages. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute, npm } from '../../system/processes.mjs'

const NODE = `node-${process.platform}-${process.arch}`

const versionOf = (modules, name) =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version

/**
 * Puts npm into a folder, and Node where a version is given.
 *
 * @param {{ npm: string, node?: string }} wanted ranges of versions
 * @returns their versions, npm's script, Node's executable, and the folder of their commands
 */
export async function install(folder, wanted) {
  const specs = [`npm@${wanted.npm}`, ...(wanted.node ? [`${NODE}@${wanted.node}`] : [])]
  const command = npm('install', '--prefix', folder, '--no-audit', '--no-fund', ...specs)
  const { status, output } = await execute(command, { quiet: true })
  if (status !== 0) throw new Error(`${specs.join(' ')} could not be installed.\n${output}`)
  const modules = join(folder, 'node_modules')
  const hasNode = existsSync(join(modules, NODE))
  return {
    npm: versionOf(modules, 'npm'),
    node: hasNode ? versionOf(modules, NODE) : process.versions.node,
    npmScript: join(modules, 'npm/bin/npm-cli.js'),
    executable: hasNode ? join(modules, NODE, 'bin/node') : process.execPath,
    commands: join(modules, '.bin'),
  }
}
