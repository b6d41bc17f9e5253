window.jQuery = window.$ = require('jquery')
require('jquery-migrate')
jQuery(() => jQuery('body').on('click', 'a', () => {}))
