/** Pictures of the documentation: as WebP, which is a third of a PNG's bytes. */
import { writeFileSync } from 'node:fs'

const QUALITY = 0.9

/**
 * Writes a screenshot as WebP, by the browser that took it.
 *
 * @param context the browser's context: a blank page of it does the work, which no policy of the pictured page holds back
 * @param png what `screenshot()` gave
 */
export async function writePicture(context, png, file) {
  const page = await context.newPage()
  const url = await page.evaluate(
    async ([data, quality]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [png.toString('base64'), QUALITY],
  )
  await page.close()
  writeFileSync(file, Buffer.from(url.split(',')[1] ?? '', 'base64'))
}
