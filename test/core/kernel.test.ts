import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { createKernel } from '../../core/kernel.ts'
import { VERSION } from '../../core/version.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const thrower = (error: Error) => () => {
  throw error
}

describe('the kernel', () => {
  it('logs under its name, and survives a log that throws', () => {
    const log = vi.fn(() => {
      throw new Error('boom')
    })
    createKernel(optionsFor(openPage(), { log }))[0].log('hello')
    expect(log).toHaveBeenCalledExactlyOnceWith('portico: hello')
    expect(() => createKernel(optionsFor(openPage()))[0].log('hello')).not.toThrow()
  })

  it('reports a listener that throws to the page', () => {
    const page = openPage()
    const log = vi.fn()
    const [kernel] = createKernel(optionsFor(page, { log }))
    const boom = new Error('boom')
    kernel.on('login', () => {
      throw boom
    })
    kernel.emit('login', ADA)
    expect(page.reported).toEqual([boom])
    for (const reportError of [undefined, thrower(boom)]) {
      Object.defineProperty(page.window, 'reportError', { value: reportError, configurable: true })
      expect(() => kernel.emit('login', ADA)).not.toThrow()
    }
    const threw = ['portico: a listener threw']
    expect(log.mock.calls).toEqual([threw, threw, threw, ['portico: reportError threw']])
  })

  it('lets plugins call hooks of either kind', async () => {
    const [kernel] = createKernel(optionsFor(openPage()))
    kernel.hook('session:request', (request) => void (request.answer = { status: 200, body: {} }))
    kernel.hook('session:dropped', () => kernel.emit('logout', null))
    const request = {}
    const heard = vi.fn()
    kernel.on('logout', heard)
    await kernel.call('session:request', request)
    kernel.callSync('session:dropped', {})
    expect(request).toEqual({ answer: { status: 200, body: {} } })
    expect(heard).toHaveBeenCalledOnce()
  })

  it('knows the version of the package', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION)
  })
})
