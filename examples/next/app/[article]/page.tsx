import { notFound } from 'next/navigation'
import { articleAt } from '@/site/articles.mjs'
import { Wall } from '../wall'

export default async function Article({ params }: PageProps<'/[article]'>) {
  const { article: slug } = await params
  const { headline, beginning } = articleAt(slug) ?? notFound()
  return (
    <main>
      <h1>{headline}</h1>
      <p>{beginning}</p>
      <Wall slug={slug} />
    </main>
  )
}
