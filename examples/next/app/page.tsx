import { Frame } from './frame'

export default function FrontPage() {
  return (
    <Frame path="/">
      <h1>Front page</h1>
    </Frame>
  )
}
