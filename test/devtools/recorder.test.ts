import { describe, expect, it } from 'vitest'
import { createRecorder, KEPT_ENTRIES } from '../../devtools/recording/recorder.ts'

const recording = () => createRecorder((text) => text)

describe('the recorder', () => {
  it('keeps the latest entries and no more', () => {
    const recorder = recording()
    for (let count = 1; count <= KEPT_ENTRIES + 10; count += 1) recorder.add('event', `${count}`, 'library')
    expect(recorder.entries).toHaveLength(KEPT_ENTRIES)
    expect(recorder.entries[0]?.text).toBe('11')
    expect(recorder.entries.at(-1)).toMatchObject({ id: KEPT_ENTRIES + 10, text: `${KEPT_ENTRIES + 10}` })
  })

  it('puts the entries of an earlier page first, and gives each entry a number of its own', () => {
    const earlier = recording()
    earlier.add('event', 'login', 'library')
    const recorder = recording()
    recorder.add('event', 'sessionInit', 'library')
    recorder.restore(earlier.entries)
    recorder.add('event', 'logout', 'library')
    expect(recorder.entries.map(({ text }) => text)).toEqual(['login', 'sessionInit', 'logout'])
    expect(new Set(recorder.entries.map(({ id }) => id)).size).toBe(3)
  })

  it('calls its listeners until they leave', () => {
    const recorder = recording()
    let heard = 0
    const leave = recorder.listen(() => {
      heard += 1
    })
    recorder.add('event', 'login', 'library')
    leave()
    recorder.add('event', 'logout', 'library')
    expect(heard).toBe(1)
  })

  it('hides what a line must not say', () => {
    const recorder = createRecorder(() => 'hidden')
    recorder.add('event', 'secret', 'library')
    expect(recorder.entries[0]?.text).toBe('hidden')
  })
})
