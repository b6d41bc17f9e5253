import type { ElementAttributes } from 'portico/element'

type Elements = { [Tag in keyof ElementAttributes]: new () => { $props: ElementAttributes[Tag] } }

declare module 'vue' {
  interface GlobalComponents extends Elements {}
}
