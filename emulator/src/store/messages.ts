// One-time codes on their way to a user: the e-mails and text messages that the emulator shows instead of sends.

import type { Db } from './database.ts'
import type { Message } from './message.ts'

export interface Messages {
  send(uuid: string, channel: Message['channel'], code: string): void
  /** The latest twenty, newest first. */
  to(uuid: string): Message[]
}

const KEPT = 20

export function messages(db: Db): Messages {
  const insert = db.prepare('INSERT INTO messages (user_uuid, channel, code, sent_at) VALUES (?, ?, ?, ?)')
  const find = db.prepare(
    'SELECT channel, code, sent_at AS sentAt FROM messages WHERE user_uuid = ? ORDER BY id DESC',
  )
  const forgetOlder = db.prepare(
    'DELETE FROM messages WHERE user_uuid = ? AND id NOT IN ' +
      '(SELECT id FROM messages WHERE user_uuid = ? ORDER BY id DESC LIMIT ?)',
  )
  return {
    send(uuid, channel, code) {
      insert.run(uuid, channel, code, Date.now())
      forgetOlder.run(uuid, uuid, KEPT)
    },
    to: (uuid) => find.all(uuid) as Message[],
  }
}
