/**
 * What another attempt after a time-out would do (`npm run verify crowd -- --tried`): for readers while answers are lost, and to a
 * service that is slow or gives none.
 */
import { figuresOf, meanCounts } from './figures.mjs'
import { triedJob } from './jobs.mjs'
import { SEEDS } from './parameters.mjs'
import { SCENES, SLOW_SCENES } from './scenes.mjs'

const AGAIN = `const again = (kernel, ...given) => {
  const ask = createTransport(kernel, ...given);
  const spread = () => new Promise((resolve) => kernel.window.setTimeout(resolve, 300 * (1 + 4 * Math.random())));
  return (url) => ask(url).catch((cause) => {
    if (cause.reason !== "timeout") throw cause;
    return spread().then(() => ask(url));
  });
};
function fetchTransport(`

export const ATTEMPTS = {
  'as it is: no other': {},
  'one more, after 300 to 1 500 ms': {
    'kernel.transport = createTransport(': 'kernel.transport = again(',
    'function fetchTransport(': AGAIN,
  },
}

const scenes = [...SLOW_SCENES, SCENES.find(({ name }) => name === 'outage, no answer')]

export const attemptJobs = (size, ordinary) =>
  Object.entries(ATTEMPTS).flatMap(([row, lines]) =>
    scenes.flatMap((scene) =>
      SEEDS.compared.map((seed) =>
        triedJob(
          { row, scene: scene.name, seed, changes: { 'transport/fetch-transport': lines } },
          { size, ordinary },
        ),
      ),
    ),
  )

/** What came of them, as numbers to be kept: for each row its figures by scene. */
export const attemptsOf = (results, { size, capacity }) =>
  Object.keys(ATTEMPTS).map((row) => ({
    row,
    figures: scenes.map((scene) => {
      const of = results.filter(({ job }) => job.row === row && job.scene === scene.name)
      const all = figuresOf(meanCounts(of.map(({ counts }) => counts)), scene, {
        step: size.step,
        capacity,
      })
      const { during, highestAfter, knownDuring, knownAfter3, workDone } = all
      return { scene: scene.name, during, highestAfter, knownDuring, knownAfter3, workDone }
    }),
  }))
