/**
 * A fresh start for an identity that tests share.
 */
import type { FakeControls } from './fake-identity.ts'

/**
 * Gives an identity that tests share a fresh start: nobody has asked, nothing is kept. Its listeners stay.
 *
 * @example beforeEach(() => reset(identity))
 */
export const reset = (identity: Pick<FakeControls, 'reset'>): void => identity.reset()
