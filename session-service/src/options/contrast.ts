// Whether a text can be read on its background (WCAG 2.2, success criterion 1.4.3).

/** What text of usual size needs. */
export const MIN_CONTRAST = 4.5

/** @param color such as `#0a6cff` */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1, where both are the same, to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** White where it can be read on a colour, else black, which then can. */
export const readableOn = (color: string): string =>
  contrastOf(color, '#ffffff') >= MIN_CONTRAST ? '#ffffff' : '#000000'
