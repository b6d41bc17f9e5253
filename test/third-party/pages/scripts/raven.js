import Raven from 'raven-js'

Raven.config(`${window.beacons.replace('//', '//key@')}/1`, { autoBreadcrumbs: true }).install()
