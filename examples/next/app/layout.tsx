import type { Metadata, NextConfig } from 'next'
import { Fragment, type ReactNode, Suspense } from 'react'
import { readerSession, settings } from '@/lib/site'
import config from '@/next.config'
import { headScript, settingsText } from '@/site/page.mjs'
import { Site } from './site'
import '@/site/style.css'

export const metadata: Metadata = { title: 'The Harbour Post', icons: { icon: 'data:,' } }

/**
 * With `cacheComponents`, Next demands Suspense around what is made for one reader. Without it, leave Suspense out: it sends the status
 * 200 before a page can answer with a redirect or with 404.
 */
const ForOneReader = (config as NextConfig).cacheComponents ? Suspense : Fragment

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <ForOneReader>
      <Document>{children}</Document>
    </ForOneReader>
  )
}

/** The scripts are here and in no page: React does not run a script that it renders in the browser. It renders this part only on the server. */
async function Document({ children }: { children: ReactNode }) {
  const session = await readerSession()
  return (
    <html lang="en">
      <head>
        {/* Made by portico/server, and safe within HTML. */}
        <script dangerouslySetInnerHTML={{ __html: headScript(session, settings) }} />
        <script
          id="settings"
          type="application/json"
          dangerouslySetInnerHTML={{ __html: settingsText(settings) }}
        />
      </head>
      <body>
        <Site session={session}>{children}</Site>
      </body>
    </html>
  )
}
