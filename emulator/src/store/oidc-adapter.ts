// Where oidc-provider keeps its sessions, interactions, codes, grants and tokens: its documented adapter
// interface, on the emulator's own database.

import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from './database.ts'
import { fromJson } from './json.ts'

interface Row {
  payload: string
  expires_at: number | null
}

/** Makes the adapter factory that oidc-provider calls once per kind of record. */
export function oidcAdapter(db: Db): (model: string) => Adapter {
  const upsert = db.prepare(
    'INSERT OR REPLACE INTO oidc (model, id, payload, grant_id, uid, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const byId = db.prepare('SELECT payload, expires_at FROM oidc WHERE model = ? AND id = ?')
  const byUid = db.prepare('SELECT payload, expires_at FROM oidc WHERE model = ? AND uid = ?')
  const remove = db.prepare('DELETE FROM oidc WHERE model = ? AND id = ?')
  const consume = db.prepare(
    "UPDATE oidc SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?",
  )
  const removeGrant = db.prepare('DELETE FROM oidc WHERE model = ? AND grant_id = ?')

  function payloadOf(row: unknown): AdapterPayload | undefined {
    if (row === undefined) return undefined
    const { payload, expires_at } = row as Row
    if (expires_at !== null && expires_at <= Date.now()) return undefined
    return (fromJson(payload) as AdapterPayload | null | undefined) ?? undefined
  }

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : null
      upsert.run(model, id, JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null, expiresAt)
    },
    async find(id) {
      return payloadOf(byId.get(model, id))
    },
    async findByUid(uid) {
      return payloadOf(byUid.get(model, uid))
    },
    // only the device flow asks by user code, and the emulator does not offer it
    async findByUserCode() {
      return undefined
    },
    async destroy(id) {
      remove.run(model, id)
    },
    async consume(id) {
      consume.run(Math.floor(Date.now() / 1000), model, id)
    },
    async revokeByGrantId(grantId) {
      removeGrant.run(model, grantId)
    },
  })
}
