/**
 * The members of a session that the specification names (section 2.6). A service may add others, of which nothing is known.
 */

export const SESSION_MEMBERS: readonly string[] = [
  ...['result', 'userStatus', 'baseDomain', 'id', 'userId', 'uuid', 'sp_id', 'expiresIn', 'serverTime', 'sig'],
  ...['displayName', 'givenName', 'familyName', 'gender', 'photo', 'tracking', 'clientAgreementAccepted'],
  ...['defaultAgreementAccepted', 'pairId', 'sdrn'],
]

/** Those that let somebody act as the reader. Nothing shows their values. */
export const SECRET_MEMBERS: readonly string[] = ['sig', 'sp_id']
