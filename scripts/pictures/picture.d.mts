import type { BrowserContext } from 'playwright-core'

export function writePicture(context: BrowserContext, png: Buffer, file: string): Promise<void>
