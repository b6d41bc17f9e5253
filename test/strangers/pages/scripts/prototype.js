Object.assign(window, require('prototype'))
