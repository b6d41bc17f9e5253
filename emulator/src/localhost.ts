// For a server of one's own beside the emulator: `node --import portico-emulator/localhost server.mjs`. Browsers take every
// name under `localhost` to this machine; Node asks the system, and not every system knows them (RFC 6761, section 6.3).

import dns from 'node:dns'

const lookup = dns.lookup as (...args: unknown[]) => void

dns.lookup = ((host: string, ...rest: unknown[]) =>
  lookup(/(^|\.)localhost$/i.test(host) ? '127.0.0.1' : host, ...rest)) as typeof dns.lookup
