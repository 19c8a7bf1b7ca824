import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { loadConfig } from '@scheduler/core';
import { parseAllDocuments } from 'yaml';
import { BUILT_IN_COMMANDS } from './command/built-in-commands.js';
import { storeDescriptions } from './stores/load-descriptions.js';
import { childEnvironment } from './test-support/child-environment.js';
import { Scene } from './test-support/scene.js';

const WORKSPACE = join(__dirname, '../../..');
const source = (name: string) => readFileSync(join(WORKSPACE, 'docs/deployment', name), 'utf8');
const PROBES = ['/api/v1/scheduler/livez', '/api/v1/scheduler/readyz'];
/** What requests, answers and giving back take besides what is configured, as docs/http.md says. */
const BESIDES_MS = 13_000;

/** Throws for a variable that is unknown or has a wrong value, and gives how long a process may take to end. */
function endsWithinMs(env: Readonly<Record<string, string>>): number {
  const own = Object.entries(env).filter(([name]) => name.startsWith('SCHEDULER_'));
  const { http, shutdownGraceMs } = loadConfig({ env: Object.fromEntries(own), ...storeDescriptions() });
  return http.drainMs + shutdownGraceMs + BESIDES_MS;
}

/** Throws unless the words call a command of the console with options that it has. */
async function checkCall([program, binary, name, ...options]: readonly string[]): Promise<void> {
  expect([program, binary]).toEqual(['node', 'node_modules/@scheduler/console/bin/scheduler.js']);
  expect(BUILT_IN_COMMANDS.map((command) => command.name)).toContain(name);
  const { stdout } = await new Scene().run([name ?? '', '--help']);
  for (const option of options.filter((word) => word.startsWith('--'))) expect(stdout).toContain(option);
}

describe('the Dockerfile', () => {
  const lines = source('Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const of = (instruction: string) =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1));
  const command = JSON.parse(of('CMD')[0] ?? '') as readonly string[];
  const env = Object.fromEntries(of('ENV').map((line) => line.split('=') as [string, string]));
  let folder: string;
  let project: string;

  beforeAll(async () => {
    mkdirSync(join(__dirname, '../tmp'), { recursive: true });
    folder = mkdtempSync(join(__dirname, '../tmp/deploy-'));
    project = join(folder, 'demo');
    expect((await new Scene().run(['init', 'demo'], { cwd: folder, application: null })).code).toBe(0);
    symlinkSync(join(WORKSPACE, 'node_modules'), join(project, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('copies files that a new project has, and what the stage before has made', () => {
    const made = { 'package-lock.json': 'npm install', dist: 'npm run build', node_modules: 'npm ci' };
    const copied = of('COPY').flatMap((line) => line.replace('--from=build ', '').split(' ').slice(0, -1));
    expect(copied.length).toBeGreaterThan(5);
    for (const file of copied) {
      const name = file.replace('/app/', '');
      expect([name, name in made || existsSync(join(project, name))]).toEqual([name, true]);
    }
  });

  it('runs scripts that a new project has, and nothing that needs a network once it is built', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(of('RUN')).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev']);
    expect(scripts['build']).toBe('tsc');
    expect(lines.lastIndexOf('RUN npm prune --omit=dev')).toBeLessThan(
      lines.findLastIndex((line) => line.startsWith('FROM ')),
    );
    expect(command.join(' ')).not.toMatch(/npm|npx|sh /);
    expect(of('USER')).toEqual(['node']);
  });

  it('knows the settings, and a command that exists', async () => {
    expect(endsWithinMs(env)).toBeGreaterThan(0);
    expect(of('EXPOSE')).toEqual([env['SCHEDULER_HTTP_PORT']]);
    await checkCall(command);
    expect(of('HEALTHCHECK')[0]).toContain(`:${env['SCHEDULER_HTTP_PORT']}${PROBES[0]}`);
  });

  it('starts a process that serves, works and ends with 0 at SIGTERM', async () => {
    await promisify(execFile)(
      process.execPath,
      [join(WORKSPACE, 'node_modules/typescript/bin/tsc'), '--noCheck'],
      {
        cwd: project,
      },
    );
    const [, ...words] = command;
    const child = spawn(process.execPath, [...words, '--json'], {
      cwd: project,
      env: { ...childEnvironment, ...env, SCHEDULER_HTTP_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const seen: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      seen.push(line);
      if (seen.some((text) => text.includes('"scheduler:execution.completed"'))) break;
    }
    const { url } = JSON.parse(seen[0] ?? '') as { readonly url: string };
    const local = url.replace('0.0.0.0', '127.0.0.1');
    const statuses = await Promise.all(
      ['/livez', '/readyz', '/jobs'].map(async (path) => (await fetch(`${local}${path}`)).status),
    );
    expect(statuses).toEqual([200, 200, 401]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 60_000);
});

describe('the unit of systemd', () => {
  const unit = source('scheduler.service');
  const of = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

  it('calls commands that exist, and waits for as long as they may take to end', async () => {
    const env = Object.fromEntries(of('Environment').map((line) => line.split('=') as [string, string]));
    expect(Number(of('TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(endsWithinMs(env));
    for (const name of ['ExecStartPre', 'ExecStart']) {
      const [wrapper, ...words] = (of(name)[0] ?? '').split(' ');
      expect(wrapper).toBe('/usr/bin/env');
      await checkCall(words);
    }
    expect(of('KillMode')).toEqual(['mixed']);
  });

  it('is one that systemd accepts, where there is a systemd', () => {
    if (!existsSync('/usr/bin/systemd-analyze')) return;
    const unitFile = join(WORKSPACE, 'docs/deployment/scheduler.service');
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unitFile], {
      encoding: 'utf8',
    });
    expect({
      status,
      wrong: stderr.split('\n').filter((line) => line.includes('scheduler.service')),
    }).toEqual({
      status: 0,
      wrong: [],
    });
  });
});

interface Container {
  readonly command: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: object;
    readonly template?: {
      readonly metadata?: { readonly labels: object };
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly Container[];
      };
    };
  };
}

describe('the manifests of Kubernetes', () => {
  const documents = parseAllDocuments(source('kubernetes.yaml'), { uniqueKeys: true });
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const named = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  const podOf = (kind: string, name: string) => named(kind, name)?.spec?.template?.spec;

  it('are YAML without errors, of the kinds that a deployment needs', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Secret',
      'Job',
      'Deployment',
      'Deployment',
      'Service',
    ]);
  });

  it('call commands that exist, with settings that are known, and wait for as long as they may take to end', async () => {
    const env = { ...named('ConfigMap', 'jobs')?.data, ...named('Secret', 'jobs-database')?.stringData };
    expect(env).toHaveProperty('SCHEDULER_POSTGRES_URL');
    const least = endsWithinMs(env);
    for (const [kind, name] of [
      ['Job', 'jobs-migrate'],
      ['Deployment', 'jobs-api'],
      ['Deployment', 'jobs-worker'],
    ]) {
      const pod = podOf(kind ?? '', name ?? '');
      await checkCall(pod?.containers[0]?.command ?? []);
      if (kind === 'Deployment')
        expect((pod?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(least);
    }
  });

  it('ask the probes that there are, and the Service finds the pods', () => {
    const [api] = podOf('Deployment', 'jobs-api')?.containers ?? [];
    expect([api?.livenessProbe?.httpGet, api?.readinessProbe?.httpGet]).toEqual(
      PROBES.map((path) => ({ path, port: 'http' })),
    );
    expect(api?.ports).toEqual([{ name: 'http', containerPort: 8080 }]);
    expect(source('Dockerfile')).toContain('SCHEDULER_HTTP_PORT=8080');
    const labels = named('Deployment', 'jobs-api')?.spec?.template?.metadata?.labels;
    expect(named('Service', 'jobs-api')?.spec?.selector).toEqual(labels);
  });
});
