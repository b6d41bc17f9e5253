import type { ElementAttributes } from 'portico/element'
import type { HTMLAttributes } from 'react'

type Elements = { [Tag in keyof ElementAttributes]: ElementAttributes[Tag] & HTMLAttributes<HTMLElement> }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
