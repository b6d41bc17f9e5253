import { describe, expect, it } from 'vitest'
import { createRecorder, KEPT_ENTRIES } from '../../devtools/recorder.ts'

describe('the recorder', () => {
  it('keeps the latest entries and no more', () => {
    const recorder = createRecorder()
    for (let count = 1; count <= KEPT_ENTRIES + 10; count += 1) recorder.add('event', `${count}`, 'library')
    expect(recorder.entries).toHaveLength(KEPT_ENTRIES)
    expect(recorder.entries[0]?.text).toBe('11')
    expect(recorder.entries.at(-1)).toMatchObject({ id: KEPT_ENTRIES + 10, text: `${KEPT_ENTRIES + 10}` })
  })

  it('puts what an earlier page has kept before what is there', () => {
    const earlier = createRecorder()
    earlier.add('event', 'login', 'library')
    const recorder = createRecorder()
    recorder.restore(earlier.entries)
    recorder.add('event', 'logout', 'library')
    expect(recorder.entries.map(({ id, text }) => [id, text])).toEqual([
      [1, 'login'],
      [2, 'logout'],
    ])
  })

  it('tells its listeners until they leave', () => {
    const recorder = createRecorder()
    let heard = 0
    const leave = recorder.listen(() => {
      heard += 1
    })
    recorder.add('event', 'login', 'library')
    leave()
    recorder.add('event', 'logout', 'library')
    expect(heard).toBe(1)
  })
})
