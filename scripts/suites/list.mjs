/**
 * The long suites, which are no part of `npm run test:all`. Each says what it tries, and is a program of its own, or tests: of projects in
 * vitest.config.ts, of all their files or of those that are named here, once or in each of some browsers. `debian` names the commands
 * that the tests need, with the packages that hold them. The order is that of `--all`: what is quick and tells most goes first.
 */
export const SUITES = {
  audit: {
    says: 'what is known against the packages that are shipped',
    program: 'scripts/release/audit.mjs',
  },
  floor: {
    says: 'the oldest browsers that have what the library uses, for docs/support.md',
    program: 'scripts/browsers/floor.mjs',
  },
  'no-browsers': {
    says: 'what a machine without browsers leaves out of the end-to-end tests, and how it says so',
    program: 'scripts/suites/no-browsers.mjs',
  },
  abuse: { says: 'attacks, and combinations of faults', program: 'scripts/suites/abuse.mjs' },
  fuzz: { says: 'each property over 10 000 random inputs', program: 'scripts/suites/fuzz.mjs' },
  diagnosis: {
    says: 'every finding with its fault and without, in a browser',
    projects: ['diagnosis', 'e2e'],
    files: ['test/diagnosis/', 'test/e2e/devtools.test.ts'],
  },
  'session-service': {
    says: 'the session service with three providers, three stores and two browsers; what fails meanwhile',
    projects: ['session-service-flows'],
    debian: { 'redis-server': 'redis-server', pg_ctlcluster: 'postgresql', glewlwyd: 'glewlwyd' },
  },
  'third-party': {
    says: 'large scripts of other people, and neighbours of the account-sdk-browser, on pages in two browsers',
    projects: ['third-party'],
    browsers: ['chromium', 'firefox'],
  },
  consumers: { says: 'the packed tarball in projects with tools of their own', projects: ['consumers'] },
  recipes: {
    says: 'the recipes of examples/ and the configurations of the guides, each with the programs it is for',
    projects: ['recipes'],
    debian: {
      varnishd: 'varnish',
      nginx: 'nginx-light',
      caddy: 'caddy',
      promtool: 'prometheus',
      'systemd-analyze': 'systemd',
      sqlite3: 'sqlite3',
      'redis-server': 'redis-server',
      pg_ctlcluster: 'postgresql',
    },
  },
  containers: {
    says: 'both images, and the services of the compose file, built and run by podman',
    projects: ['containers'],
    debian: {
      podman: 'podman',
      'podman-compose': 'podman-compose',
      runc: 'runc',
      iptables: 'iptables',
      catatonit: 'catatonit',
      debootstrap: 'debootstrap',
      '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
    },
  },
  browsers: {
    says: 'the end-to-end tests in Chromium and Firefox, the main flows in WebKit',
    program: 'scripts/suites/browsers.mjs',
  },
  pictures: {
    says: 'ten wrong set-ups and their pictures, for docs/wrong-set-ups.md',
    program: 'scripts/pictures/pictures.mjs',
  },
  soak: {
    says: 'random walks of readers through several tabs, beside a model',
    program: 'test/soak/command.mjs',
  },
  load: { says: 'what readers and service pay in an outage, simulated', program: 'bench/src/load/run.mjs' },
  machines: {
    says: 'other platforms and versions of Node, as one machine can show them',
    program: 'scripts/suites/machines.mjs',
  },
  mutate: {
    says: 'small changes to the library, each of which a unit test must notice; after new tests: -- --again',
    program: 'scripts/suites/mutate.mjs',
  },
  'mutate-session-service': {
    says: 'the same for the session service',
    program: 'scripts/suites/mutate-session-service.mjs',
  },
}
