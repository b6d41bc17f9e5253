/**
 * The configurations that the guides print, where their parts have to agree: ports, names, times and files. The programs themselves read
 * and run them in `npm run verify recipes` and `npm run verify containers`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { filesOf, source } from './pages.ts'

const PAGE = source('guide/production.md')
const FILES = filesOf('guide/production.md')
const COMPOSE = 'session-service/compose'
const COMMAND = 'session-service/dist/command.mjs'
/** How long the service waits for requests that it has begun to answer. */
const PATIENCE_SECONDS = 10

const folder = mkdtempSync(join(tmpdir(), 'portico-configurations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = '']) => value)

/** A value for each variable that a configuration names. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    found(text, /"\$(\w+)"/g).map((name) => [name, `a-secret-for-${name.toLowerCase()}`.padEnd(40, '-')]),
  )

/** What the command says of a configuration. */
function checked(text: string, more: Record<string, string> = {}) {
  const file = join(folder, 'session-service.json')
  writeFileSync(file, text)
  const env = { PATH: process.env.PATH, ...variablesIn(text), ...more }
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, '--check', '--config', file], {
    env,
    encoding: 'utf8',
  })
  return { status, stderr }
}

describe('two processes of one machine', () => {
  const unit = FILES['portico-session-service@.service'] ?? ''
  const portsOf = (instance: number) => found(unit.replaceAll('%i', `${instance}`), /_PORT=(\d+)/g)

  it('have four ports', () => {
    expect(new Set([0, 1].flatMap(portsOf)).size).toBe(4)
  })

  it.each(['nginx.conf', 'Caddyfile'])('are those that %s passes readers on to', (file) => {
    const ports = found(FILES[file] ?? '', /127\.0\.0\.1:(\d+)/g)
    expect(ports).toEqual([0, 1].map((instance) => portsOf(instance)[0]))
  })

  it('are not asked on one management port', () => {
    expect(FILES.Caddyfile).not.toContain('health_port')
  })

  it('are asked, as they are replaced, on the management port of each', () => {
    const asked = found(PAGE, /^ *curl .*:(\d+)\/ready$/gm)
    expect(asked).toEqual([0, 1].map((instance) => portsOf(instance)[1]))
  })

  it('are given the time that they take to end', () => {
    expect(Number(found(unit, /^TimeoutStopSec=(\d+)$/gm)[0])).toBeGreaterThan(PATIENCE_SECONDS)
  })
})

describe('the manifests of Kubernetes', () => {
  const documents = parseAllDocuments(FILES['kubernetes.yaml'] ?? '').map((document) => document.toJS())
  const kind = (name: string) => documents.find((document) => document.kind === name)
  const pod = kind('Deployment').spec.template
  const [container] = pod.spec.containers
  const ports: string[] = container.ports.map(({ name }: { name: string }) => name)

  it('have options that the service takes, and the guide names the variables in them', () => {
    const options = kind('ConfigMap').data['session-service.json']
    expect(checked(options, { STORE: 'sqlite::memory:' })).toEqual({ status: 0, stderr: '' })
    const [, names = ''] = /It has (`STORE`.*?)\.\n/.exec(PAGE) ?? []
    expect(found(names, /`(\w+)`/g)).toEqual(Object.keys(variablesIn(options)))
  })

  it('ask, let in and lead to ports that the container has', () => {
    const { readinessProbe, livenessProbe } = container
    const policy = kind('NetworkPolicy').spec.ingress.flatMap((rule: { ports: object[] }) => rule.ports)
    const named = [
      readinessProbe.httpGet.port,
      livenessProbe.httpGet.port,
      ...policy.map(({ port }: { port: string }) => port),
      ...kind('Service').spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort),
    ]
    for (const port of named) expect(ports).toContain(port)
    const image = readFileSync('session-service/Containerfile', 'utf8')
    const numbers = container.ports.map(({ containerPort }: { containerPort: number }) => `${containerPort}`)
    expect(found(image, /_PORT=(\d+)/g)).toEqual(numbers)
    expect(pod.metadata.annotations['prometheus.io/port']).toBe(numbers[1])
  })

  it('let nobody but one namespace each reach a port', () => {
    const { podSelector, policyTypes, ingress } = kind('NetworkPolicy').spec
    expect(policyTypes).toEqual(['Ingress'])
    for (const rule of ingress) {
      expect(rule.ports).toHaveLength(1)
      expect(rule.from).toEqual([{ namespaceSelector: expect.anything() }])
    }
    for (const labels of [podSelector.matchLabels, kind('PodDisruptionBudget').spec.selector.matchLabels])
      expect(labels).toEqual(pod.metadata.labels)
  })

  it('give a pod the time that it takes to end', () => {
    const [, seconds] = container.lifecycle.preStop.exec.command
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + PATIENCE_SECONDS)
  })
})

describe('the compose file', () => {
  const file = parse(readFileSync(`${COMPOSE}/compose.yaml`, 'utf8'), { merge: true })
  const balancer = readFileSync(`${COMPOSE}/Caddyfile`, 'utf8')
  const services: Record<string, Record<string, unknown>> = file.services

  it('has what it depends on and what it mounts', () => {
    const names = Object.keys(services)
    for (const { depends_on = [], volumes = [] } of Object.values(services)) {
      for (const name of depends_on as string[]) expect(names).toContain(name)
      for (const [from = ''] of (volumes as string[]).map((volume) => volume.split(':')))
        expect(from.startsWith('./') ? existsSync(join(COMPOSE, from)) : from in file.volumes).toBe(true)
    }
  })

  it('has services with options that they take, behind a balancer that knows each', () => {
    const own = Object.entries(services).filter(([, { image }]) => image === 'portico-session-service')
    expect(found(balancer, /(service-\d):8080/g)).toEqual(own.map(([name]) => name))
    for (const [, { environment, stop_grace_period }] of own) {
      const options = readFileSync(`${COMPOSE}/session-service.json`, 'utf8')
      expect(checked(options, environment as Record<string, string>)).toEqual({ status: 0, stderr: '' })
      expect(Number.parseInt(stop_grace_period as string, 10)).toBeGreaterThan(PATIENCE_SECONDS)
    }
  })
})
