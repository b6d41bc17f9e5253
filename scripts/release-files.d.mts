/** Packs what was built into a folder, and writes the list of what is in it (SBOM). */
export function writeReleaseFiles(folder: string): {
  tarball: string
  sbom: string
  packed: { files: { path: string; size: number }[]; size: number; unpackedSize: number; integrity: string }
}
