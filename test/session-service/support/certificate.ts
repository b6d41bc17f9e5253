/** A certificate for the hosts of the tests: browsers keep `Secure` cookies of https alone, but under `localhost`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** Names of files, as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
  remove(): void
}

export async function makeCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Portico tests' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) },
    ],
  })
  const folder = mkdtempSync(join(tmpdir(), 'portico-certificate-'))
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  writeFileSync(files.key, key)
  writeFileSync(files.cert, cert)
  return { ...files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
