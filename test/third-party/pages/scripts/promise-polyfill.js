import { without } from './without.js'

without('Promise')
require('promise-polyfill/lib/polyfill')
