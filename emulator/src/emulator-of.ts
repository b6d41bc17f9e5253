// The functions of a running emulator.

import type { EmulatorContext } from './context.ts'
import { logInAs } from './control/log-in-as.ts'
import { resetEverything } from './control/reset.ts'
import type { Emulator } from './emulator.ts'
import { emulatorEnvironment } from './environment.ts'
import { originOf } from './hosts.ts'
import type { KnownUser } from './store/user.ts'

/** The functions of an emulator whose services run. */
export function emulatorOf(context: EmulatorContext, close: () => Promise<void>): Emulator {
  const { address, presenceCookie, store, faults, history } = context
  let closing: Promise<void> | undefined

  function userNamed(username: string): KnownUser {
    const user = store.users.byUsername(username)
    if (user === undefined) throw new TypeError(`There is no test user "${username}".`)
    return user
  }

  return {
    port: address.port,
    environment: emulatorEnvironment(address, presenceCookie),
    get users() {
      return store.users.all()
    },
    signingKey: store.secrets.signingKey,
    get faults() {
      return faults.current
    },
    requests: history.entries,
    url: (host, path = '/') => new URL(path, originOf(host, address)).href,
    setFaults: (wanted) => faults.set(wanted),
    resetFaults: () => faults.reset(),
    messagesTo: (username) => userNamed(username).messages,
    loginAs: (username, clientId, browser) => logInAs(context, { username, clientId, ...browser }),
    disconnect: (username, merchantId) => store.users.disconnect(userNamed(username), merchantId),
    giveProduct: (username, productId) => store.users.give(userNamed(username), productId),
    takeProduct: (username, productId) => store.users.takeAway(userNamed(username), productId),
    registerRedirectUri(clientId, url) {
      const client = context.clients.find(clientId)
      if (client === undefined) throw new TypeError(`There is no client "${clientId}".`)
      context.redirects.register(client, url)
    },
    reset: () => resetEverything(context),
    close() {
      closing ??= close()
      return closing
    },
  }
}
