require('mootools')
