import { without } from './without.js'

without('fetch', 'Request', 'Response', 'Headers')
require('whatwg-fetch')
