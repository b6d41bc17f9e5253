require('plain:prototype-js-core/prototype.js')
