/** The folders of the packages that are released. */
export const RELEASED: readonly string[]

/** The manifest of a package. @param folder one of {@link RELEASED} */
export function manifestOf(folder: string): {
  name: string
  version: string
  bin?: Record<string, string>
  dependencies: Record<string, string>
  scripts: Record<string, string>
}

/** Packs what was built into `out`, and writes the list of what comes with it (SBOM). @param folder one of {@link RELEASED} */
export function writeReleaseFiles(
  out: string,
  folder: string,
): {
  tarball: string
  sbom: string
  packed: { files: { path: string; size: number }[]; size: number; unpackedSize: number; integrity: string }
}
