import { without } from './without.js'

without('BroadcastChannel')
