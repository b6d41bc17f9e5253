import Link from 'next/link'
import type { ReactNode } from 'react'
import { readerSession, settings } from '@/lib/site'
import { readerOf } from '@/site/page.mjs'
import { Greeting, ReaderProvider } from './reader'

/** What each route has around it. Part of the page and no layout, so that it is made anew for its reader with each route. */
export async function Frame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <ReaderProvider settings={settings} known={readerOf(await readerSession())}>
      <nav>
        <Link href="/">Front page</Link> <Link href="/article">An article</Link>{' '}
        <Link href="/another">Another</Link>
      </nav>
      <Greeting path={path} />
      {children}
    </ReaderProvider>
  )
}
