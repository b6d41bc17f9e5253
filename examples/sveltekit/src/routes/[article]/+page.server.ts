import type { PageServerLoad } from './$types'

/** The text leaves the server for readers alone. */
export const load: PageServerLoad = ({ locals, params }) => ({
  title: `The article at /${params.article}`,
  text: locals.session && 'All of it, for those who read it here.',
})
