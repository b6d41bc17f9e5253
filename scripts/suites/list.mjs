/** The long suites, which are no part of `npm test`: what each says of itself, and the program that runs it. */
export const SUITES = {
  soak: {
    says: 'random walks of readers through several tabs, beside a model',
    program: 'test/soak/command.mjs',
  },
  mutate: {
    says: 'small changes to the library, each of which a unit test must notice; after new tests: -- --again',
    program: 'scripts/suites/mutate.mjs',
  },
  fuzz: { says: 'each property over 10 000 random inputs', program: 'scripts/suites/fuzz.mjs' },
  abuse: { says: 'attacks, and combinations of faults', program: 'scripts/suites/abuse.mjs' },
  browsers: {
    says: 'the end-to-end tests in Chromium and Firefox, the main flows in WebKit',
    program: 'scripts/suites/browsers.mjs',
  },
  'no-browsers': {
    says: 'what a machine without browsers leaves out of the end-to-end tests, and how it says so',
    program: 'scripts/suites/no-browsers.mjs',
  },
  doctor: {
    says: 'every finding with its fault and without, in a browser',
    program: 'scripts/suites/doctor.mjs',
  },
  'session-service': {
    says: 'the session service with three providers, three stores and two browsers; what fails meanwhile',
    program: 'scripts/suites/session-service.mjs',
  },
  containers: {
    says: 'both images, and the services of the compose file, built and run by podman',
    program: 'scripts/suites/containers.mjs',
  },
  crowd: { says: 'what readers and service pay in an outage, simulated', program: 'bench/src/crowd/run.mjs' },
  strangers: {
    says: 'large scripts of other people, and neighbours of the existing client, on pages in two browsers',
    program: 'scripts/suites/strangers.mjs',
  },
  recipes: {
    says: 'the recipes of examples/, each with the programs it is for',
    program: 'scripts/suites/recipes.mjs',
  },
  consumers: {
    says: 'the packed tarball in projects with tools of their own',
    program: 'scripts/suites/consumers.mjs',
  },
  machines: {
    says: 'other platforms and versions of Node, as one machine can show them',
    program: 'scripts/suites/machines.mjs',
  },
  audit: {
    says: 'what is known against the packages that are shipped',
    program: 'scripts/release/audit.mjs',
  },
  floor: {
    says: 'the oldest browsers that have what the library uses, for docs/support.md',
    program: 'scripts/browsers/floor.mjs',
  },
  pictures: {
    says: 'ten wrong set-ups and their pictures, for docs/wrong-set-ups.md',
    program: 'scripts/pictures/pictures.mjs',
  },
}
