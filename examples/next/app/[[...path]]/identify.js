'use client'

import { Identity } from 'portico'
import { useEffect, useState } from 'react'
import { identify, logOut } from '../../../site/identify.mjs'

/** One for the page, made in the browser. */
let shared
function identityOf(settings) {
  shared ??= new Identity(settings)
  return shared
}

/** Says what the library knows. */
export function Identify({ settings, known }) {
  const [library, setLibrary] = useState('')
  useEffect(() => {
    identify(identityOf(settings), known).then(setLibrary)
  }, [settings, known])
  return <output id="library">{library}</output>
}

export function LogOut({ settings }) {
  return (
    <button type="button" id="log-out" onClick={() => logOut(identityOf(settings))}>
      Log out
    </button>
  )
}
