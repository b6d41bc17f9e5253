import { without } from '../../pages/scripts/without.js'

without('trustedTypes')
require('plain:trusted-types/dist/es5/trustedtypes.build.js')
