/** A page that comes and goes, as a plugin of a site hears of it. */
import { describe, expect, it, vi } from 'vitest'
import { pageLeaves, pageReturns, pageShows } from '../../core/index.ts'
import { openKernel, optionsFor } from '../support/fixtures.ts'
import { comeBack, leave, openPage, type Page } from '../support/page.ts'

const turnTo = ({ window }: Page) => void window.dispatchEvent(new window.Event('visibilitychange'))

describe.each([
  ['pageLeaves', pageLeaves, leave],
  ['pageReturns', pageReturns, comeBack],
  ['pageShows', pageShows, turnTo],
])('%s', (_name, hear, happen) => {
  it('calls the listener each time, until it is taken off', () => {
    const page = openPage()
    const listener = vi.fn()
    const stop = hear(openKernel(optionsFor(page)).kernel, listener)
    happen(page)
    happen(page)
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    happen(page)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('calls it no more after dispose', () => {
    const page = openPage()
    const { kernel, identity } = openKernel(optionsFor(page))
    const listener = vi.fn()
    hear(kernel, listener)
    identity.dispose()
    happen(page)
    expect(listener).not.toHaveBeenCalled()
  })
})
