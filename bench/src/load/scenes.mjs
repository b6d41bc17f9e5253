/** What happens to the service, and how many page views there are meanwhile. */
import { SERVICE } from './parameters.mjs'

/** Of each scene: before its trouble, which is when a second is ordinary, and after it. */
export const SECONDS_BEFORE = 300
export const SECONDS_AFTER = 600

/** Page views so many seconds after the news, of those of the busiest hour. A minute after its end, the rush is half of what it was. */
function rushAt(second) {
  if (second < 0) return 1
  if (second < 60) return 1 + (9 * second) / 60
  return second < 180 ? 10 : 1 + 9 * 0.5 ** ((second - 180) / 60)
}

const RUSH = 'Ten times the page views within a minute, for three minutes, and less from then on'
const RESTART = 'Each instance is down for half a minute, one after the other, and its connections break'
const [INSTANCES, SECONDS] = [SERVICE.instances, SERVICE.restartSeconds]

/** `size`: which of SIZES says how many are simulated. `left`: what the service can do in its trouble, of what it can do otherwise. */
const scene = (what, size, seconds, left, more) => ({ what, size, seconds, left, ...more })
export const SCENES = {
  'breaking news': scene(RUSH, 'rush', 180, 1, { views: rushAt }),
  'outage, 503': scene('Ten minutes in which the service answers 503', 'outage', 600, 0, { fault: '503' }),
  'outage, no answer': scene('Ten minutes in which the service answers nothing', 'outage', 600, 0, {
    fault: 'silent',
  }),
  brownout: scene('Ten minutes with half the capacity', 'scene', 600, 0.5, { fault: 'half' }),
  'rolling restart': scene(RESTART, 'scene', INSTANCES * SECONDS, 1 - 1 / INSTANCES, { fault: 'restart' }),
}
/** No trouble at all: what an ordinary second is. */
export const QUIET = scene('Nothing happens', 'outage', 0, 1)
