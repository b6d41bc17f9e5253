import { without } from './without.js'

without('AbortController', 'AbortSignal')
require('abortcontroller-polyfill/dist/polyfill-patch-fetch')
