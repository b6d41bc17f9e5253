import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { readerSession, settings } from '@/lib/site'
import { headScript, settingsText } from '@/site/page.mjs'
import { Site } from './site'
import '@/site/style.css'

export const metadata: Metadata = { title: 'The Harbour Post', icons: { icon: 'data:,' } }

/** The scripts are here and in no page: React does not run a script that it renders in the browser. It renders this part only on the server. */
export default async function Layout({ children }: { children: ReactNode }) {
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
