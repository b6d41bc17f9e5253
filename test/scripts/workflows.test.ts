/** What a release is trusted for: who may publish, what runs while it is published, and what comes with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { npmProblem } from '../../scripts/release/checks.mjs'

interface Job {
  permissions: Record<string, string>
  environment?: string
  needs?: string
  'timeout-minutes'?: number
  steps: { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[]
}
interface Workflow {
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

  it('leaves no credentials behind in the clone, and ends by itself', () => {
    for (const job of Object.values(read(file).jobs)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0)
      for (const { uses = '', with: given } of job.steps)
        if (uses.startsWith('actions/checkout@'))
          expect(given).toMatchObject({ 'persist-credentials': false })
    }
  })

  it('puts no value of an event, a variable or a matrix into a shell’s text', () => {
    for (const { steps } of Object.values(read(file).jobs))
      for (const { run = '' } of steps) expect(run).not.toContain('${{')
  })
})

describe('publishing', () => {
  const { permissions, jobs } = read('publish.yml')
  const { publish, attach, images } = jobs as { publish: Job; attach: Job; images: Job }

  it('is done by the identity of the job, which may write nothing in the repository', () => {
    expect(permissions).toEqual({})
    expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
  })

  it('is done by the command that everybody can try, with provenance, by an npm that needs no token', () => {
    expect(publish.steps.map(({ run }) => run).filter(Boolean)).toEqual([
      'npm install --global --ignore-scripts npm@11.15.0',
      'npm run release -- "$RELEASE_WAY" --out="$RUNNER_TEMP/release"',
    ])
    expect(npmProblem('11.15.0', 'stage')).toBeUndefined()
    const command = readFileSync('scripts/release/release.mjs', 'utf8')
    expect(command).toContain("npm(...way, tarball, '--provenance', '--access', 'public')")
  })

  it('stages, so that a person approves what is released', () => {
    expect(publish.steps.flatMap(({ env }) => env?.RELEASE_WAY ?? [])).toEqual([
      `\${{ vars.RELEASE_WAY || '--stage' }}`,
    ])
    expect(attach.steps.at(-1)?.run).toContain(' --draft ')
  })

  it('makes the images of the tarballs that were tested, on a base that nobody can exchange', () => {
    expect([images.needs, images.environment]).toEqual(['publish', 'release'])
    for (const folder of ['session-service', 'emulator']) {
      const bases = readFileSync(`${folder}/Containerfile`, 'utf8').match(/^FROM .*$/gm)
      expect(bases).toEqual([expect.stringMatching(/^FROM \S+@sha256:[\da-f]{64}$/)])
    }
  })
})
