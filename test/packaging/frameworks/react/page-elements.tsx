import { Identity } from 'portico'

const identity = new Identity({ clientId: 'c', sessionDomain: 'https://id.a.b', redirectUri: 'https://a.b' })

export const Elements = () => (
  <portico-session identity={identity} status="connected" className="reader">
    <p data-when="connected">
      <b data-field="givenName" />
    </p>
    <portico-login state="s" prefer-popup options={() => ({ state: 's', scope: 'openid' })}>
      <a href="/login">Log in</a>
    </portico-login>
    <portico-logout identity="reader" redirect-uri="https://a.b/" />
  </portico-session>
)

// @ts-expect-error no such status
export const Wrong = () => <portico-session status="anonymous" />
// @ts-expect-error no such element
export const Missing = () => <portico-reader />
