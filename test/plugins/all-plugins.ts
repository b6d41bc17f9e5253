/** Every plugin of the library, found by its file: a new one is among them without a line here. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { AnyPlugin } from '../../core/kernel/plugin.ts'

/** The files, and the factories in them, which are called without arguments. */
export const PLUGINS: [file: string, factory: () => AnyPlugin][] = []

for (const path of readdirSync('plugins', { recursive: true, encoding: 'utf8' }).sort()) {
  if (!path.endsWith('.ts')) continue
  const file = basename(path, '.ts')
  // A factory is named as its file is.
  const name = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const isFactory = new RegExp(`^export function ${name}\\([^]*?\\): Plugin\\b`, 'm')
  if (!isFactory.test(readFileSync(`plugins/${path}`, 'utf8'))) continue
  const module = await import(/* @vite-ignore */ `../../plugins/${path}`)
  PLUGINS.push([file, module[name]])
}
