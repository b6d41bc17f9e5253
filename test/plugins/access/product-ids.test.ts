import { expect, it } from 'vitest'
import { sortedIds } from '../../../plugins/access/product-ids.ts'
import { thrown } from '../../support/fixtures.ts'

it.each(['p.', '.p', 'p..', '..p', '...', 'p.q'])('The id %j may have dots', (id) => {
  expect(sortedIds([id])).toEqual([id])
})

it.each(['.', '..', '', ' ', '\ud800', 7, null])('The id %j is refused', (id) => {
  expect(thrown(() => sortedIds([id as string]))).toMatchObject({
    reason: 'argument-invalid',
    message: expect.stringContaining(
      'productIds is an array. Give a list of at least one product id. No id may be empty',
    ),
  })
})
