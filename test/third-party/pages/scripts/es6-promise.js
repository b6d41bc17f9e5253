import { without } from './without.js'

without('Promise')
require('es6-promise/auto')
