/**
 * Chance, which spreads what many pages would do at once. A test may do without.
 */

/** Windows on which a test leaves nothing to chance. For development. */
const tested: WeakSet<object> = new WeakSet()

/** From now on nothing on this window is left to chance: a test can say what comes when. For development. */
export const withoutChance = (window: object): void => void tested.add(window)

/** A number by chance, from 0 to below 1; 0 where a test leaves nothing to it. */
export const draw = (window: object): number => (__DEV__ && tested.has(window) ? 0 : Math.random())
