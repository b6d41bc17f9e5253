/** hookable's own debugger, as docs/reference/hooks.md shows it. */
import { createDebugger } from 'hookable'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createIdentity, definePlugin } from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage, openPageWith } from '../support/page.ts'

const hookDebugger = () =>
  definePlugin({
    name: 'hook-debugger',
    setup(kernel) {
      if (!kernel.hookable) return
      const { close } = createDebugger(kernel.hookable, { tag: 'portico', inspect: true, group: false })
      kernel.onDispose(close)
    },
  })

/** What the debugger writes: the hook, and what its handlers got. */
function listen(): [hook: string, context: unknown][] {
  const lines: [string, unknown][] = []
  vi.spyOn(console, 'time').mockImplementation(() => {})
  vi.spyOn(console, 'timeLog').mockImplementation((label, [context]: unknown[]) => {
    lines.push([`${label}`.replace(/\0/g, ''), context])
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return lines
}

describe('the debugger of hookable', () => {
  it('writes each hook of a session call, with what its handlers got', async () => {
    const page = openPageWith(json(200, ADA))
    const lines = listen()
    const identity = createIdentity(optionsFor(page), [fetchTransport(), hookDebugger()])
    await identity.hasSession()
    expect(lines.map(([hook]) => hook)).toEqual([
      '[portico] url:build',
      '[portico] session:fetched',
      '[portico] session:settled',
    ])
    expect(lines.at(-1)?.[1]).toMatchObject({ outcome: 'connected', session: { givenName: 'Ada' } })
  })

  it('writes nothing once the identity is disposed', async () => {
    const page = openPage()
    const identity = createIdentity(optionsFor(page), [fetchTransport(), hookDebugger()])
    const lines = listen()
    identity.dispose()
    await identity.hasSession().catch(() => undefined)
    expect(lines).toEqual([])
  })
})
