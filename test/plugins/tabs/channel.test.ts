import { describe, expect, it, vi } from 'vitest'
import type { DatedAnswer } from '../../../core/answer.ts'
import { SDKError } from '../../../core/errors.ts'
import { createChannel, errorOf, type Message, parseMessage } from '../../../plugins/tabs/channel.ts'
import { ADA, NO_SESSION } from '../../support/fixtures.ts'
import type { Page } from '../../support/page.ts'
import { NAME, pass, settle, useTabs } from './tab-page.ts'

const { browser } = useTabs()

/** An answer about Ada of just now. */
const answer = (more: object = {}): DatedAnswer => ({
  origin: 'tab',
  status: 200,
  body: ADA,
  askedAt: Date.now(),
  expiresAt: Date.now() + 5000,
  ...more,
})

const QUESTION = { type: 'question' } as const
const TROUBLE = { type: 'trouble', reason: 'session-unreachable', code: 503 } as const

describe('a message that is read', () => {
  it('a message that is read is a question, and nothing else that it holds', () => {
    expect(parseMessage({ ...QUESTION, answer: answer(), more: 1 })).toEqual(QUESTION)
  })

  it('a message that is read is an answer from another tab, whatever origin it claims', () => {
    const told = { type: 'answer', answer: answer({ origin: 'server', more: 1 }) }
    expect(parseMessage(told)).toEqual({ type: 'answer', answer: answer() })
  })

  it('a message that is read is an answer that nobody is logged in', () => {
    const told = { type: 'answer', answer: answer({ status: 400, body: NO_SESSION }) }
    expect(parseMessage(told)).toEqual(told)
  })

  it.each<[string, object]>([
    ['was asked for in the future', { askedAt: 9e15, expiresAt: 9e15 }],
    ['lasts for ever', { expiresAt: 9e15 }],
    ['is over', { expiresAt: 1 }],
    ['does not say when it was asked for', { askedAt: undefined }],
    ['does not say until when it holds', { expiresAt: undefined }],
    ['has a status that is none', { status: '200' }],
    ['has no body', { body: null }],
    ['has a body that is text', { body: '<script>' }],
    ['says nothing about the reader', { status: 503, body: {} }],
    ['wants a redirect', { body: { redirectURL: '/x' } }],
  ])('a message is dropped when its answer %s', (_, more) => {
    expect(parseMessage({ type: 'answer', answer: answer(more) })).toBeUndefined()
  })

  it('a message that is read is trouble with the service, and its status', () => {
    expect(parseMessage({ ...TROUBLE, more: 1 })).toEqual(TROUBLE)
  })

  it.each(['503', {}])('a message that is read is trouble without the status %j', (code) => {
    expect(parseMessage({ ...TROUBLE, code })).toEqual({ ...TROUBLE, code: undefined })
  })

  it.each(['session-missing', 'disposed', 'Mallory', '__proto__', '', 7, null, undefined, ['timeout']])(
    'a message is dropped when the trouble is %j',
    (reason) => {
      expect(parseMessage({ ...TROUBLE, reason })).toBeUndefined()
    },
  )

  it.each([
    undefined,
    null,
    0,
    'question',
    [],
    {},
    { type: 'unknown' },
    { type: 'unknown', reason: 'timeout' },
    { type: 'answer' },
    { type: {} },
  ])('a message that is read does not exist if %j was sent', (data) => {
    expect(parseMessage(data)).toBeUndefined()
  })
})

it('trouble of another tab is an error with its reason and its status', () => {
  const error = errorOf(TROUBLE)
  expect(SDKError.is(error)).toBe(true)
  expect(error).toMatchObject({ reason: 'session-unreachable', code: 503 })
})

/** The channel of one tab, and what it has heard. It finds each message useful but questions, unless the test says otherwise. */
function open(isUseful = true, page: Page = browser().tab()) {
  const heard: Message[] = []
  const channel = createChannel(page.window, NAME, (message) => {
    heard.push(message)
    return isUseful && message.type !== 'question' ? message : undefined
  })
  channel.open()
  return { channel, heard }
}

describe('the channel of a tab', () => {
  it('the channel of a tab opens once, when it is told to, and closes', () => {
    const { window } = browser().tab()
    const channel = createChannel(window, NAME, () => undefined)
    expect(browser().channels).toEqual([])
    channel.open()
    channel.open()
    expect(browser().channels).toEqual([NAME])
    channel.close()
    channel.close()
    expect(browser().channels).toEqual([])
  })

  it('the channel of a tab carries messages to other tabs, and not back', async () => {
    const [one, two] = [open(), open()]
    expect(one.channel.send(QUESTION)).toBe(true)
    await settle()
    expect([one.heard, two.heard]).toEqual([[], [QUESTION]])
  })

  it('the channel of a tab passes on nothing that is no message', async () => {
    const [one, two] = [open(), open()]
    one.channel.send({ type: 'x' } as never)
    await settle()
    expect(two.heard).toEqual([])
  })

  it.each(['missing', 'denied'])(
    'the channel of a tab sends nothing where channels are %s, and says so',
    (what) => {
      const page = browser().tab()
      class Denied {
        constructor() {
          throw new DOMException('denied', 'SecurityError')
        }
      }
      Object.defineProperty(page.window, 'BroadcastChannel', {
        value: what === 'missing' ? undefined : Denied,
      })
      const { channel } = open(true, page)
      expect(channel.send(QUESTION)).toBe(false)
      channel.close()
      expect(browser().messages).toEqual([])
    },
  )

  it('the channel of a tab sends nothing after it was closed', () => {
    const { channel } = open()
    channel.close()
    expect(channel.send(QUESTION)).toBe(false)
  })
})

describe('waiting for a reply', () => {
  it.each<[string, () => Message]>([
    ['an answer', () => ({ type: 'answer', answer: answer() })],
    ['trouble', () => TROUBLE],
  ])('waiting for a reply ends with the first useful one, be it %s', async (_, make) => {
    const [one, two] = [open(), open()]
    const reply = one.channel.nextReply(1000)
    const told = make()
    two.channel.send(told)
    two.channel.send({ ...TROUBLE, reason: 'timeout' })
    expect(await reply).toEqual(told)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waiting for a reply goes on where others ask, and ends without one when its time is over', async () => {
    const [one, two] = [open(), open()]
    const replied = vi.fn()
    one.channel.nextReply(1000).then(replied)
    two.channel.send(QUESTION)
    await pass(999)
    expect(replied).not.toHaveBeenCalled()
    await pass(1)
    expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  it('waiting for a reply goes on where what came is of no use', async () => {
    const [one, two] = [open(false), open()]
    const replied = vi.fn()
    one.channel.nextReply(1000).then(replied)
    two.channel.send(TROUBLE)
    await pass(999)
    expect(one.heard).toEqual([TROUBLE])
    expect(replied).not.toHaveBeenCalled()
    one.channel.close()
  })

  it.each(['stopWaiting', 'close'] as const)(
    'waiting for a reply ends without one by %s, and no timer is left',
    async (end) => {
      const { channel } = open()
      const reply = channel.nextReply(1000)
      channel[end]()
      expect(await reply).toBeUndefined()
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('waiting for a reply that has not begun can be ended', () => {
    expect(() => open().channel.stopWaiting()).not.toThrow()
  })
})
