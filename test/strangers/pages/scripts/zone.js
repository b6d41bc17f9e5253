import 'zone.js'
