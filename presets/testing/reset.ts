/**
 * A fresh start for an identity of `fakeIdentity` that tests share.
 */
import { checkArgument } from '../../core/errors.ts'
import type { FakeControls } from './fake-identity.ts'

/**
 * Gives an identity of {@link fakeIdentity} that tests share a fresh start: nobody has asked, nothing is kept, and calls on their way end
 * with `disposed`. Its listeners stay, and those of the page's modules hear of what comes. A real identity has no such start: make a new
 * one for each test, by the function that the page makes it with.
 *
 * @throws {SDKError} `argument-invalid` when it is a real identity
 * @example beforeEach(() => reset(identity))
 */
export function reset(identity: Pick<FakeControls, 'reset'>): void {
  checkArgument(
    typeof identity?.reset === 'function',
    'identity is no fake. Give one of fakeIdentity(), and make a real one anew for each test',
  )
  identity.reset()
}
