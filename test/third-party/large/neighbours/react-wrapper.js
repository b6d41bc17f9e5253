/**
 * A wrapper of React over the existing client, as far as it is known how schibsted/react-account uses that: it makes the instance while
 * it draws, puts it on the window under the name of the class, switches the cookie on, asks for the session at once and again after it has
 * drawn, and tells the rest of the page by an event of its own. A login comes back to where the reader is.
 */
import { createContext, createElement, useContext, useEffect, useMemo, useState } from 'react'

const Account = createContext(undefined)

function begin(Identity, { identity: options, varnish }) {
  const instance = new Identity(options)
  window.Identity = instance
  instance.enableVarnishCookie(varnish)
  const tell = () =>
    window.dispatchEvent(new CustomEvent('identity-initialized', { detail: { ready: true } }))
  instance.hasSession().then(tell, () => {})
  return instance
}

export function Provider({ Identity, config, children }) {
  const account = useMemo(() => begin(Identity, config), [Identity, config])
  const [known, setKnown] = useState({})
  useEffect(() => {
    account.hasSession().then(
      (session) => session.result && setKnown({ user: session, isLoggedIn: true }),
      () => setKnown({ isLoggedIn: false }),
    )
  }, [account])
  const value = useMemo(() => ({ account, ...known }), [account, known])
  return createElement(Account.Provider, { value }, children)
}

export function useAccount() {
  const { account, user, isLoggedIn } = useContext(Account)
  return {
    user,
    isLoggedIn,
    logIn: () => account.login({ redirectUri: window.location.href, state: Math.random().toString(16) }),
    logOut: () => account.logout(),
  }
}
