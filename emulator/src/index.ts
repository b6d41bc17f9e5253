// The public face of the package: start an emulator from Node, and name what it is made of.

export { FaultError, type Faults, SESSION_FAULTS, type SessionFault } from './control/faults.ts'
export type { Emulator } from './emulator.ts'
export { EmulatorError, type EmulatorErrorReason } from './emulator-error.ts'
export { type EmulatorEnvironment, emulatorEnvironment } from './environment.ts'
export { ACCOUNT_HOST, type Address, SDRN_NAMESPACE } from './hosts.ts'
export type { RequestEntry } from './http/request-log.ts'
export { ownSiteSettings } from './own-site.ts'
export { PUBLISHERS, type Publisher } from './publishers.ts'
export { verify as verifySignature } from './session-service/signature.ts'
export { type EmulatorOptions, startEmulator } from './start-emulator.ts'
export type { Message } from './store/messages.ts'
export type { User } from './store/users.ts'
