/** The script for the page's head, as the documentation's page makes it: by the function of the command. */
import {
  type ClientValues,
  elementOf,
  headScript,
  sourceOf,
} from '../../../../server/command/head-snippet.mjs'
import { readClient, SAMPLE } from '../your-client.ts'

/** What is asked for, in the order of the fields. */
export const FIELDS = {
  clientId: 'The client identifier',
  sessionDomain: 'The session service',
  redirectUri: 'The redirect URI',
  env: 'The environment',
} as const

/** What the fields have at first: the reader's own client, as samples do. A sample's identifier names no client, so it is left out. */
export function firstValues(): Record<keyof typeof FIELDS, string> {
  const client = readClient()
  return { ...client, clientId: client.clientId === SAMPLE.clientId ? '' : client.clientId, env: 'PRO' }
}

export interface Made {
  /** What goes into a file. */
  script: string
  /** What goes into the page. */
  element: string
  /** What a Content Security Policy says of the element. */
  source: string
}

/** Makes the script, or says in a sentence which value is wrong. What was left empty was not given. */
export async function make(values: ClientValues): Promise<Made | { problem: string }> {
  try {
    const script = headScript(Object.fromEntries(Object.entries(values).filter(([, value]) => value)))
    return { script, element: elementOf(script), source: await sourceOf(script) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
