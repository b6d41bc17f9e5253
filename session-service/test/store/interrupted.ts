// A client of Redis, in the middle of whose commands something else happens.

import type { Redis } from 'ioredis'

const COMMANDS = ['set', 'get', 'del', 'exists', 'zscore', 'zrem', 'zrange', 'getdel', 'pexpire']

type Command = (...args: unknown[]) => unknown

/** @param at how many commands pass before. @param happen is called once, and waited for */
export function interrupted(
  redis: Redis,
  at: number,
  happen: () => Promise<unknown>,
): { client: Redis; count: () => number } {
  let passed = 0
  let happening: Promise<unknown> | undefined

  async function pass(run: () => unknown): Promise<unknown> {
    if (passed === at) happening ??= happen()
    passed += 1
    await happening
    return run()
  }
  const held =
    (command: Command): Command =>
    (...args) =>
      pass(() => command(...args))

  const client = new Proxy(redis, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const command = member.bind(target) as Command
      if (COMMANDS.includes(String(name))) return held(command)
      if (name !== 'multi') return command
      return () => {
        const steps = target.multi()
        const exec = steps.exec.bind(steps)
        steps.exec = (() => pass(exec)) as typeof steps.exec
        return steps
      }
    },
  })
  return { client, count: () => passed }
}
