/** Run by vitest before the first file: images are built from nothing here, which takes root on Linux. */
export default function needs(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('Images are built from nothing here, which takes root on Linux.')
}
