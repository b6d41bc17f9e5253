import { readerSession } from '@/lib/site'
import { Frame } from '../frame'
import { Wall } from '../reader'

/** Made for its reader, at each request: Next sends it as private, since it reads a cookie. The text leaves the server for readers alone. */
export default async function Article({ params }: PageProps<'/[article]'>) {
  const path = `/${(await params).article}`
  return (
    <Frame path={path}>
      <h1>The article at {path}</h1>
      <Wall>{(await readerSession()) && <p id="text">All of it, for those who read it here.</p>}</Wall>
    </Frame>
  )
}
