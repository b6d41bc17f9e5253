/** What a release is trusted for: who may publish, what runs while it is published, and what comes with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface Job {
  permissions: Record<string, string>
  environment?: string
  needs?: string
  steps: { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[]
}
interface Workflow {
  on: { push?: { tags?: string[] } }
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

const FOLDER = '.github/workflows'
const textOf = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')
const read = (file: string): Workflow => parse(textOf(file))

describe.each(readdirSync(FOLDER))('the workflow %s', (file) => {
  it('runs no action that somebody can exchange: each is named by its commit, with its version beside it', () => {
    const lines = textOf(file).match(/^.*\buses:.*$/gm) ?? []
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/uses: [\w/-]+@[\da-f]{40} # v\d+(\.\d+\.\d+)?$/)
  })

  it('has no secret: neither a token for the registry nor any other', () => {
    expect(textOf(file)).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|_authToken/)
  })
})

describe('publishing', () => {
  const { on, permissions, jobs } = read('publish.yml')
  const { publish, attach } = jobs as { publish: Job; attach: Job }

  it('begins with the tag of a version, and waits for whoever may approve it', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } })
    expect(publish.environment).toBe('release')
  })

  it('is done by the identity of the job, which may write nothing in the repository', () => {
    expect(permissions).toEqual({})
    expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
  })

  it('is done by the command that everybody can try, with provenance, by an npm that needs no token', () => {
    expect(publish.steps.map(({ run }) => run).filter(Boolean)).toEqual([
      'npm run release -- --publish --out="$RUNNER_TEMP/release"',
    ])
    const command = readFileSync('scripts/release.mjs', 'utf8')
    expect(command).toContain("npm('publish', tarball, '--provenance', '--access', 'public')")
    expect(command).toContain('npmProblem(')
  })

  it('puts the list of what is in the package beside the tag, in a job that runs nothing of the repository', () => {
    expect(attach.needs).toBe('publish')
    expect(attach.permissions).toEqual({ contents: 'write' })
    expect(attach.steps.map(({ uses = '' }) => uses.split('@')[0]).filter(Boolean)).toEqual([
      'actions/download-artifact',
    ])
    expect(attach.steps.at(-1)?.run).toMatch(/^gh release create .* release\/\*$/)
  })
})
