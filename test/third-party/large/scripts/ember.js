import 'plain:ember-source/dist/ember.debug.js'
