import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { unknownSettings } from '../../src/cli/settings/settings.js';
import { runCli } from '../cli/run-cli.js';
import { noteMissing } from '../run-folder.js';
import { DEPLOY } from './dockerfile.js';

/** The manifests: judged by the schemas of Kubernetes, and compared with what they are about. */

const FILE = resolve(DEPLOY, 'kubernetes/gazarch.yaml');
const VALIDATOR = 'kubernetes-validate==1.34.1';

interface Container {
  name: string;
  image: string;
  args?: string[];
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: { httpGet?: { path: string; port: string } };
  livenessProbe?: { httpGet: { path: string } };
  resources: Record<'requests' | 'limits', { cpu: string }>;
}
interface Pods {
  metadata?: { labels: { app: string } };
  spec: {
    terminationGracePeriodSeconds?: number;
    automountServiceAccountToken: boolean;
    enableServiceLinks: boolean;
    securityContext: { runAsUser: number };
    initContainers?: Container[];
    containers: Container[];
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  };
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    template?: Pods;
    jobTemplate?: { spec: { template: Pods } };
    selector?: Record<string, unknown>;
    podSelector?: { matchLabels: Record<string, string> };
    policyTypes?: string[];
    ingress?: { from?: unknown[] }[];
    metrics?: { resource: { target: { averageUtilization: number } } }[];
  };
}

const manifests = parseAllDocuments(readFileSync(FILE, 'utf8'), { merge: true }).map(
  (one) => one.toJS() as Manifest,
);
const one = (kind: string, name: string): Manifest =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;
const settings = one('ConfigMap', 'gazarch').data!;
const pods = manifests.flatMap(({ spec }) => spec?.jobTemplate?.spec.template ?? spec?.template ?? []);
const containers = pods.flatMap(({ spec }) => [...(spec.initContainers ?? []), ...spec.containers]);
const ours = containers.filter(({ image }) => image === 'gazarch');

let folder: string | null = null;
afterAll(() => folder !== null && rmSync(folder, { recursive: true, force: true }));

/** The program on the path, or one from PyPI. Null: there is none to be had. */
function validator(): string | null {
  if (spawnSync('kubernetes-validate', ['--help']).status === 0) return 'kubernetes-validate';
  folder = mkdtempSync(join(tmpdir(), 'gazarch-kubernetes-'));
  const isThere =
    spawnSync('python3', ['-m', 'venv', folder]).status === 0 &&
    spawnSync(join(folder, 'bin/pip'), ['install', '--quiet', VALIDATOR]).status === 0;
  if (isThere) return join(folder, 'bin/kubernetes-validate');
  noteMissing('kubernetes-validate cannot be installed here (PyPI)');
  return null;
}

describe('the manifests of Kubernetes', () => {
  it('keep to its schemas', ({ skip }) => {
    const program = validator();
    if (program === null) return skip();
    const { status, stdout, stderr } = spawnSync(program, ['--strict', FILE], { encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
    const said = stdout + stderr;
    for (const { kind, metadata } of manifests)
      expect(said).toContain(`resource ${kind.toLowerCase()}/${metadata.name}`);
  });

  it('have settings, commands and flags that gazarch knows', async () => {
    expect(unknownSettings(settings)).toEqual([]);
    expect(ours.map(({ name }) => name)).toEqual(['gazarch', 'import', 'publish']);
    for (const { args } of ours) {
      const { stdout, status } = await runCli([args![0], '--help']);
      expect(status).toBe(0);
      for (const flag of args!.filter((word) => word.startsWith('--'))) expect(stdout).toContain(flag);
    }
  });

  it('probe what is served where it is served, and wait longer than a stop takes', () => {
    const { spec } = one('Deployment', 'gazarch').spec.template!;
    const [gazarch] = spec.containers;
    const port = gazarch.ports!.find(({ name }) => name === 'http')!;
    expect(String(port.containerPort)).toBe(settings['GAZARCH_PORT']);
    expect(String(gazarch.ports!.find(({ name }) => name === 'metrics')!.containerPort)).toBe(
      settings['GAZARCH_METRICS_PORT'],
    );
    expect(gazarch.livenessProbe!.httpGet.path).toBe('/health');
    expect(gazarch.readinessProbe!.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(settings['GAZARCH_DRAIN_S']) + 12);
  });

  it('run as the user of the image, and name volumes that are there', () => {
    const user = /--uid (\d+)/.exec(readFileSync(resolve(DEPLOY, 'Dockerfile'), 'utf8'))![1];
    for (const { spec } of pods) {
      expect(String(spec.securityContext.runAsUser)).toBe(user);
      for (const { persistentVolumeClaim: claim } of spec.volumes)
        if (claim !== undefined) expect(one('PersistentVolumeClaim', claim.claimName)).toBeDefined();
    }
  });

  it('get no variables of Services, and no token of the cluster', () => {
    expect(pods).toHaveLength(3);
    for (const { spec } of pods)
      expect([spec.enableServiceLinks, spec.automountServiceAccountToken]).toEqual([false, false]);
  });

  it('let in only whom they name, and believe no proxy that is not named', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
    const guarded = policies.map(({ podSelector }) => podSelector!.matchLabels['app']);
    expect(guarded.sort()).toEqual(pods.map(({ metadata }) => metadata!.labels.app).sort());
    for (const { policyTypes, ingress } of policies) {
      expect(policyTypes).toContain('Ingress');
      for (const { from } of ingress ?? []) expect(from?.length).toBeGreaterThan(0);
    }
    expect(settings['GAZARCH_TRUST_PROXY']).toBe('none');
  });

  it('are more when their processors are busy for 60 %', () => {
    const { requests, limits } = ours[0].resources;
    const { averageUtilization } = one('HorizontalPodAutoscaler', 'gazarch').spec.metrics![0].resource.target;
    expect((averageUtilization * Number(requests.cpu)) / Number(limits.cpu)).toBe(60);
  });

  it('take datasets from where the import publishes them', () => {
    const [, host, folderName, name] = /^http:\/\/([^/]+)\/(\w+)\/(\w+)\.json$/.exec(
      settings['GAZARCH_DATASET'],
    )!;
    expect(one('Service', host)).toBeDefined();
    const { args } = ours.find((container) => container.name === 'publish')!;
    expect(args).toContain(`/var/lib/gazarch/${folderName}`);
    expect(args![args!.indexOf('--name') + 1]).toBe(name);
  });
});
