/** What happens to the service, second by second, and what each scene is to show. */
import { SECONDS_AFTER, SECONDS_BEFORE, SERVICE } from './parameters.mjs'

const MINUTES = 60

/**
 * `size`: which of SIZES says how many readers are simulated, in scenes of the report. `isJudged`: there are goals for it.
 * `isOutage`: the service gives no session at all.
 *
 * @typedef {{ name: string, what: string, size?: string, isJudged?: boolean, isOutage?: boolean,
 *   seconds: number, capacityLeft: number, begin?(state: object): void, end?(state: object): void,
 *   views?(second: number): number }} Scene
 */

/** Ends what its beginning has begun, unless it says how itself. */
const endingTrouble = (scene) => ({ end: (state) => Object.assign(state, { trouble: undefined }), ...scene })

export const SCENES = [
  {
    name: 'breaking news',
    what: 'ten times the page views within a minute, for three minutes, and less from then on',
    size: 'crowded',
    seconds: 3 * MINUTES,
    capacityLeft: 1,
    // Rises within a minute; a minute after its end it is half of what it was.
    views: (second) =>
      second < 0
        ? 1
        : second < 60
          ? 1 + (9 * second) / 60
          : second < 180
            ? 10
            : 1 + 9 * 0.5 ** ((second - 180) / 60),
  },
  {
    name: 'outage, 503',
    what: 'ten minutes in which the service answers 503',
    size: 'outage',
    isJudged: true,
    isOutage: true,
    seconds: 10 * MINUTES,
    capacityLeft: 0,
    begin: (state) => Object.assign(state, { trouble: '503' }),
  },
  {
    name: 'outage, no answer',
    what: 'ten minutes in which the service answers nothing',
    size: 'outage',
    isJudged: true,
    isOutage: true,
    seconds: 10 * MINUTES,
    capacityLeft: 0,
    begin: (state) => Object.assign(state, { trouble: 'silent' }),
  },
  {
    name: 'brownout',
    what: 'ten minutes with half the capacity',
    size: 'scene',
    isJudged: true,
    seconds: 10 * MINUTES,
    capacityLeft: 0.5,
    begin: (state) => Object.assign(state, { perSecond: state.perSecond / 2 }),
    end: (state) => Object.assign(state, { perSecond: state.perSecond * 2 }),
  },
  {
    name: 'rolling restart',
    what: 'each instance is down for half a minute, one after the other, and its connections break',
    size: 'scene',
    seconds: SERVICE.instances * SERVICE.restartSeconds,
    capacityLeft: 1 - 1 / SERVICE.instances,
    begin: (state) => Object.assign(state, { trouble: 'restart' }),
  },
].map(endingTrouble)

/** Trouble in which attempts run into their time limit: for what else the library could do then, and not in the report's scenes. */
export const SLOW_SCENES = [
  {
    name: 'slow service',
    what: 'ten minutes with half the capacity, and a queue that is longer than anybody waits',
    seconds: 10 * MINUTES,
    capacityLeft: 0.5,
    begin: (state) =>
      Object.assign(state, { perSecond: state.perSecond / 2, queueSeconds: SERVICE.longQueueSeconds }),
    end: (state) =>
      Object.assign(state, { perSecond: state.perSecond * 2, queueSeconds: SERVICE.queueSeconds }),
  },
  {
    name: 'lost answers',
    what: 'ten minutes in which one request in ten gets no answer',
    seconds: 10 * MINUTES,
    capacityLeft: 1,
    begin: (state) => Object.assign(state, { trouble: 'lost' }),
  },
].map(endingTrouble)

/** No trouble at all: what an ordinary second is. */
export const QUIET = {
  name: 'nothing',
  what: 'nothing happens',
  size: 'outage',
  seconds: 0,
  capacityLeft: 1,
  end() {},
}

export const sceneOf = (name) => [QUIET, ...SCENES, ...SLOW_SCENES].find((scene) => scene.name === name)
export const lengthOf = ({ seconds }) => SECONDS_BEFORE + seconds + SECONDS_AFTER
