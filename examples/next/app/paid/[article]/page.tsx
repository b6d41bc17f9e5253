import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { articleAt } from '@/site/articles.mjs'
import { restOf } from '@/site/articles-rest.mjs'
import { entitledUntil } from '@/site/entitlement.mjs'
import { Entitled } from './entitled'

/** An article that the server sends whole, to a reader who has an entitlement. */
export default async function PaidArticle({ params }: PageProps<'/paid/[article]'>) {
  const { article: slug } = await params
  const { headline, beginning } = articleAt(slug) ?? notFound()
  const until = await entitledUntil(await headers(), process.env)
  return (
    <main>
      <h1>{headline}</h1>
      <p>{beginning}</p>
      {until ? <p id="rest">{restOf(slug)}</p> : <p id="teaser">Subscribers read on.</p>}
      <Entitled until={until} />
    </main>
  )
}
