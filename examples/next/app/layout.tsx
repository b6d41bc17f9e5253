import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { readerSession, settings } from '@/lib/site'
import { headScript } from '@/site/page.mjs'

export const metadata: Metadata = { title: 'The Harbour Post', icons: { icon: 'data:,' } }

/** Here and not in a page: React runs no script that it renders in the browser, and this part it renders on the server alone. */
export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        {/* Made by portico/server, and safe within HTML. */}
        <script dangerouslySetInnerHTML={{ __html: headScript(await readerSession(), settings) }} />
      </head>
      <body>{children}</body>
    </html>
  )
}
