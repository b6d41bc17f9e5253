// What the browser reads before it draws its dialog: where everything is, which accounts there are, and who the site is.

import type { Client } from '../../clients.ts'
import type { EmulatorContext } from '../../context.ts'
import { ACCOUNT_HOST, type Address, originOf } from '../../hosts.ts'
import type { KnownUser } from '../../store/user.ts'

/** The file that a page names to the browser. */
export const CONFIG_PATH = '/fedcm/config.json'

/** Its address, for an environment. */
export const fedcmConfigUrl = (address: Address): string => `${originOf(ACCOUNT_HOST, address)}${CONFIG_PATH}`

const ENDPOINTS = { accounts_endpoint: '/fedcm/accounts', login_url: '/fedcm/login' } as const

/** The documents of a running emulator. */
export interface FedcmDocuments {
  readonly wellKnown: object
  readonly config: object
  /** An account as the dialog shows it. */
  accountsOf(user: KnownUser): object
  /** What the dialog links to, of the site. */
  clientMetadata(client: Client): object
}

export function fedcmDocuments({ address, clients }: EmulatorContext): FedcmDocuments {
  const own = originOf(ACCOUNT_HOST, address)
  return {
    // newer browsers want both addresses here, too, where there is a client_metadata_endpoint
    wellKnown: { provider_urls: [fedcmConfigUrl(address)], ...ENDPOINTS },
    config: {
      ...ENDPOINTS,
      id_assertion_endpoint: '/fedcm/assertion',
      client_metadata_endpoint: '/fedcm/client',
      disconnect_endpoint: '/fedcm/disconnect',
      branding: { background_color: '#1d4f52', color: '#ffffff', name: 'Portico account' },
    },
    accountsOf(user) {
      const approved = clients.all().filter(({ merchantId }) => user.merchantIds.includes(merchantId))
      return {
        id: user.uuid,
        name: user.displayName,
        given_name: user.givenName,
        email: user.email,
        picture: `${own}/photos/${user.username}`,
        login_hints: [user.email, user.uuid],
        // only these may be logged in again without a click
        approved_clients: approved.map(({ clientId }) => clientId),
      }
    },
    clientMetadata: ({ siteHost }) => {
      const site = originOf(siteHost, address)
      return { privacy_policy_url: `${site}/#privacy`, terms_of_service_url: `${site}/#terms` }
    },
  }
}
