import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { unknownSettings } from '../../src/cli/settings/settings.js';
import { DEPLOY } from './dockerfile.js';

/** The compose files, as far as they can be judged without an engine that runs them. */

interface Service {
  image?: string;
  networks?: { default: { ipv4_address: string } };
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown> | string[];
  entrypoint?: string[];
  command?: string[];
  stop_grace_period?: string;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks?: { default: { ipam: { config: { subnet: string }[] } } };
}

/** Of https://github.com/compose-spec/compose-spec, those that are in use here. */
const KNOWN = [
  ...['image', 'build', 'command', 'ports', 'volumes', 'environment', 'restart', 'stop_grace_period'],
  ...[
    'read_only',
    'tmpfs',
    'cap_drop',
    'security_opt',
    'profiles',
    'entrypoint',
    'depends_on',
    'healthcheck',
    'user',
    'cap_add',
    'networks',
  ],
];

const read = (name: string): Compose =>
  parse(readFileSync(resolve(DEPLOY, name), 'utf8'), { merge: true }) as Compose;

describe.each(['compose.yml', 'compose.scale.yml'])('%s', (name) => {
  const { services, volumes } = read(name);
  const ours = Object.entries(services).filter(([, { image }]) => image === 'gazarch');

  it('has nothing but known words', () => {
    for (const [service, parts] of Object.entries(services))
      expect(
        Object.keys(parts).filter((word) => !KNOWN.includes(word)),
        service,
      ).toEqual([]);
  });

  it('names volumes and services that are there', () => {
    for (const { volumes: used = [], depends_on: needs = [] } of Object.values(services)) {
      for (const volume of used.filter((text) => !text.startsWith('.')))
        expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
      for (const need of Array.isArray(needs) ? needs : Object.keys(needs))
        expect(Object.keys(services)).toContain(need);
    }
  });

  it('gives gazarch settings that it knows, and time to stop', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const [service, { environment = {}, volumes: used, stop_grace_period: grace }] of ours) {
      expect(unknownSettings(environment), service).toEqual([]);
      expect(used, service).toContain('data:/var/lib/gazarch');
      if (service !== 'import') expect(Number.parseInt(grace!), service).toBeGreaterThanOrEqual(20);
    }
  });

  it('gives every container no more rights than it needs', () => {
    for (const [service, parts] of Object.entries(services)) {
      expect((parts as { cap_drop?: string[] }).cap_drop, service).toEqual(['ALL']);
      if (service !== 'proxy')
        expect((parts as { security_opt?: string[] }).security_opt, service).toEqual([
          'no-new-privileges:true',
        ]);
    }
  });

  it('lets routes go as far as Mongolia, and the page ask without a key', () => {
    for (const [service, { environment = {} }] of ours.filter(([own]) => own !== 'import')) {
      expect(environment, service).toMatchObject({
        GAZARCH_MAX_ROUTE_DISTANCE_M: '3000000',
        GAZARCH_MAP_ASK_LIMIT: '60',
      });
    }
  });

  it('runs the program that the image has', () => {
    const { entrypoint, build } = services['import'];
    const dockerfile = readFileSync(resolve(DEPLOY, '..', build?.dockerfile ?? 'deploy/Dockerfile'), 'utf8');
    expect(dockerfile).toContain(`ENTRYPOINT ["${entrypoint!.slice(0, 2).join('", "')}"]`);
  });
});

it('has a proxy for exactly the replicas', () => {
  const replicas = Object.keys(read('compose.scale.yml').services).filter((name) => /^gazarch-\d/.test(name));
  const caddy = readFileSync(resolve(DEPLOY, 'Caddyfile'), 'utf8');
  const upstreams = /reverse_proxy (.*) \{/.exec(caddy)![1].split(' ');
  expect(upstreams).toEqual(replicas.map((name) => `${name}:8080`));
});

it('trusts the address of the proxy, and no other', () => {
  const { services, networks } = read('compose.scale.yml');
  const address = services['proxy'].networks!.default.ipv4_address;
  expect(networks!.default.ipam.config).toEqual([{ subnet: address.replace(/\.\d+$/, '.0/24') }]);
  for (const name of ['gazarch-1', 'gazarch-2'])
    expect(services[name].environment!['GAZARCH_TRUST_PROXY']).toBe(`\${GAZARCH_TRUST_PROXY:-${address}}`);
});

describe('compose.metrics.yml', () => {
  const { services, volumes } = read('compose.metrics.yml');
  const replicas = Object.keys(read('compose.scale.yml').services).filter((name) => /^gazarch-\d/.test(name));

  it('adds the metrics to exactly the replicas, where Prometheus reads them', () => {
    expect(Object.keys(services)).toEqual([...replicas, 'prometheus', 'grafana']);
    const ports = replicas.map((name) => {
      const environment = services[name].environment!;
      expect(unknownSettings(environment)).toEqual([]);
      return `${name}:${environment['GAZARCH_METRICS_PORT']}`;
    });
    const prometheus = parse(readFileSync(resolve(DEPLOY, 'prometheus/prometheus.yml'), 'utf8')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    expect(prometheus.scrape_configs[0].static_configs[0].targets).toEqual(ports);
  });

  it('mounts files that are there', () => {
    for (const { volumes: used = [] } of Object.values(services)) {
      for (const [from] of used.map((text) => text.split(':'))) {
        if (from.startsWith('.')) expect(existsSync(resolve(DEPLOY, from)), from).toBe(true);
        else expect(Object.keys(volumes)).toContain(from);
      }
    }
  });
});
