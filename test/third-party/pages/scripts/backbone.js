import Backbone from 'backbone'
import _ from 'underscore'

Object.assign(window, { _, Backbone })
new Backbone.Router()
Backbone.history.start({ pushState: true, silent: true })
