import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createIdentity, type Plugin } from '../../core/index.ts'
import { devtools } from '../../devtools/devtools.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { openPage, type Page } from '../support/page.ts'
import { listen } from './support/console.ts'

/** Answers the diagnosis. */
const transport: Plugin = {
  name: 'transport',
  setup(kernel) {
    kernel.transport = async () => ({ status: 200, body: ADA, retryAfter: undefined })
  },
}

/** An identity with devtools. */
function identify(page: Page, clientId = 'client-1') {
  const identity = createIdentity(optionsFor(page, { clientId }), [transport, devtools()])
  onTestFinished(() => identity.dispose())
  return identity
}

const panels = ({ window }: Page) => window.document.querySelectorAll('portico-devtools').length

/** Presses the keys that open the panel. */
function press({ window }: Page): void {
  window.dispatchEvent(
    new window.KeyboardEvent('keydown', { code: 'KeyI', altKey: true, shiftKey: true, cancelable: true }),
  )
}

/** What nobody has caught. */
function uncaught(): unknown[] {
  const errors: unknown[] = []
  const hear = (error: unknown) => void errors.push(error)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', hear)
  onTestFinished(() => {
    process.off('unhandledRejection', hear)
    for (const other of others) process.on('unhandledRejection', other)
  })
  return errors
}

/** Lets the panel be loaded, and what it has failed at be told. */
const loaded = async () => {
  await import('../../devtools/panel/panel.ts')
  await new Promise((resolve) => setImmediate(resolve))
}

describe('the panel', () => {
  it('opens by keys, one on each page, and closes when its identity is over', async () => {
    const page = openPage()
    const identity = identify(page)
    press(page)
    await vi.waitFor(() => expect(panels(page)).toBe(1))
    await identity.openDevtools()
    expect(panels(page)).toBe(1)
    identity.dispose()
    expect(panels(page)).toBe(0)
  })

  it('of another identity is left alone, and keeps the focus, when one is over whose panel it has replaced', async () => {
    const page = openPage()
    const { document } = page.window
    document.body.innerHTML = '<button>The page’s own</button>'
    document.querySelector('button')?.focus()
    const [one, other] = [identify(page), identify(page, 'client-2')]
    await one.openDevtools()
    await other.openDevtools()
    const focused = document.activeElement
    expect(focused?.localName).toBe('portico-devtools')
    one.dispose()
    expect(document.activeElement).toBe(focused)
    await identify(page, 'client-3').openDevtools()
    expect(panels(page)).toBe(1)
  })

  it('that is not there before its identity is over does not open, and nobody has to catch that', async () => {
    const page = openPage()
    const [errors, lines] = [uncaught(), listen(page.window)]
    const identity = identify(page)
    press(page)
    identity.dispose()
    await loaded()
    expect([panels(page), errors, lines]).toEqual([0, [], []])
  })

  it.each([
    ['keys', 'https://www.site.example/article', press],
    ['the address of the page', 'https://www.site.example/article?portico-devtools', () => {}],
  ])('says in the console that it cannot be opened by %s', async (_, url, open) => {
    const page = openPage(url)
    const [errors, lines] = [uncaught(), listen(page.window)]
    vi.spyOn(page.window.document, 'createElement').mockImplementationOnce(() => {
      throw new Error('refused')
    })
    identify(page)
    open(page)
    await loaded()
    expect(lines).toEqual(['portico: the panel cannot be opened'])
    expect(errors).toEqual([])
  })
})
