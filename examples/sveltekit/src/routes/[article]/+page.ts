import { error } from '@sveltejs/kit'
import { articleAt } from '#site/articles.mjs'
import type { PageLoad } from './$types'

export const load: PageLoad = ({ params }) => ({
  slug: params.article,
  article: articleAt(params.article) ?? error(404),
})
