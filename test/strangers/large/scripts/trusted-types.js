import 'plain:trusted-types/dist/es5/trustedtypes.build.js'
