import { without } from './without.js'

without(
  'Promise',
  'URL',
  'URLSearchParams',
  'structuredClone',
  'queueMicrotask',
  'reportError',
  'AggregateError',
)
for (const name of ['at', 'flat', 'includes', 'entries', 'find', 'toReversed', 'toSorted'])
  delete Array.prototype[name]
for (const name of ['entries', 'fromEntries', 'hasOwn', 'values']) delete Object[name]
require('core-js-bundle')
