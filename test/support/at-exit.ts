/** What a worker of the test runner does before it ends. */

// The runner ends a worker by this signal, and by force half a second later. By itself the signal ends a process without its event `exit`,
// by which the driver kills its browsers, too.
process.once('SIGTERM', () => process.exit())

/** Runs something when the worker ends: what it leaves behind is for no single file of tests to take away. */
export const atExit = (act: () => void): void => void process.once('exit', act)
