// The test users that every emulator starts with. Their identifiers never change, so tests may name them.

import type { User } from './user.ts'

export const SEED_USERS: readonly User[] = [
  {
    uuid: '5f0c8d1e-7a34-4b7e-9c15-2d9c3e6a1b01',
    userId: 100001,
    username: 'ingrid',
    email: 'ingrid@example.com',
    phone: '+47 400 00 001',
    password: 'fjord-and-fell',
    displayName: 'Ingrid S.',
    givenName: 'Ingrid',
    familyName: 'Solberg',
    gender: 'female',
  },
  {
    uuid: '5f0c8d1e-7a34-4b7e-9c15-2d9c3e6a1b02',
    userId: 100002,
    username: 'matti',
    email: 'matti@example.com',
    phone: '+358 40 000 0002',
    password: 'thousand-lakes',
    displayName: 'Matti V.',
    givenName: 'Matti',
    familyName: 'Virtanen',
    gender: 'male',
  },
  {
    uuid: '5f0c8d1e-7a34-4b7e-9c15-2d9c3e6a1b03',
    userId: 100003,
    username: 'alex',
    email: 'alex@example.com',
    phone: '+46 70 000 00 03',
    password: 'midsummer-night',
    displayName: 'Alex L.',
    givenName: 'Alex',
    familyName: 'Lindqvist',
    gender: 'undisclosed',
  },
]
