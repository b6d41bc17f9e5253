// Where oidc-provider keeps its sessions, interactions, codes, grants and tokens: its documented adapter interface, on the
// emulator's own records.

import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Records } from './records.ts'

/** Makes the adapter factory that oidc-provider calls once per kind of record. */
export function oidcAdapter(records: Records): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      records.put(model, id, payload, expiresIn ? expiresIn * 1000 : undefined)
    },
    // what a client sends as an id may be anything, and the database takes text alone
    find: async (id) => records.get<AdapterPayload>(model, `${id}`),
    findByUid: async (uid) => records.where<AdapterPayload>(model, 'uid', `${uid}`)[0],
    // only the device flow asks by user code, and the emulator does not offer it
    findByUserCode: async () => undefined,
    destroy: async (id) => records.remove(model, `${id}`),
    consume: async (id) => records.set(model, `${id}`, 'consumed', Math.floor(Date.now() / 1000)),
    revokeByGrantId: async (grantId) => records.removeWhere(model, 'grantId', grantId),
  })
}
