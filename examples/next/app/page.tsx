import Link from 'next/link'
import { ARTICLES } from '@/site/articles.mjs'

export default function FrontPage() {
  return (
    <main>
      <h1>Front page</h1>
      {Object.entries(ARTICLES).map(([slug, { headline, beginning }]) => (
        <section key={slug}>
          <h2>
            <Link href={`/${slug}`}>{headline}</Link>
          </h2>
          <p>{beginning}</p>
        </section>
      ))}
    </main>
  )
}
