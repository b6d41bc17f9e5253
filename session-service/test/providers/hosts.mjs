// Hosts of the tests are this machine for Node, as they are for the browsers: node --import hosts.mjs …
import dns from 'node:dns'

const { lookup } = dns
dns.lookup = (host, ...rest) => lookup(/(^|\.)(test|localhost)$/.test(host) ? '127.0.0.1' : host, ...rest)
