import { without } from './without.js'

without('fetch')
require('unfetch/polyfill')
