delete Navigator.prototype.locks
require('navigator.locks')
