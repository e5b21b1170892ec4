// Compares the NATS permissions with the code, so that a missing one fails here and not in a running store.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type NatsAccess, natsAccess, type NatsProcess } from '@rangavalli/contracts/nats-access';
import { natsServerConfig } from '@rangavalli/service-kit/nats/server-config';
import { ROOT } from '../paths.js';
import { documents } from './deploy/cluster.js';

type Part = Exclude<keyof NatsAccess, 'managesStreams' | 'subscribes' | 'discoversProcesses' | 'sharesLimits'>;

/** How the code uses an event or command; names are always literals. */
const USES: Record<Part, RegExp> = {
  publishes: /\bcreateEvent\(\s*'([\w.]+)'/g,
  consumes: /@EventPattern\(\s*'([\w.]+)'/g,
  serves: /@MessagePattern\(\s*'([\w.]+)'/g,
  requests: /\.request\(\s*'(rpc\.[\w.]+)'/g,
};
/** Uses with something else than a literal name, which would be missed. */
const UNREADABLE = /\bcreateEvent\(\s*[^'\s)]|@(?:Event|Message)Pattern\(\s*[^'\s]|\bcommands\.request\(\s*[^'\s]/g;

const processes = Object.keys(natsAccess) as NatsProcess[];
const folderOf = (name: NatsProcess): string => path.join(ROOT, name === 'gateway' ? name : `services/${name}`, 'src');

const sourceOf = (name: NatsProcess): string =>
  readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.split(path.sep).includes('testing'))
    .map((file) => readFileSync(path.join(folderOf(name), file), 'utf8'))
    .join('\n');

const sources = new Map(processes.map((name) => [name, sourceOf(name)]));
/** Publishes the audit event of the service. */
const AUDITED = /\bcreateAuditEvent\(/;
const usesOf = (name: NatsProcess, part: Part): Set<string> => {
  const source = sources.get(name) ?? '';
  const found = new Set([...source.matchAll(USES[part])].map((match) => match[1] ?? ''));
  return part === 'publishes' && AUDITED.test(source) ? found.add(`audit.${name}.recorded`) : found;
};
/** Events and commands in any code: a contract that is not implemented yet is not a superfluous permission. */
const implemented = new Set(
  processes.flatMap((name) => (Object.keys(USES) as Part[]).flatMap((part) => [...usesOf(name, part)])),
);

describe('the NATS permissions', () => {
  it.each(processes)('of %s match its code', (name) => {
    expect([...(sources.get(name) ?? '').matchAll(UNREADABLE)].map(([text]) => text)).toEqual([]);
    const needed: Record<string, string[]> = {};
    const given: Record<string, string[]> = {};
    const access: NatsAccess = natsAccess[name];
    for (const part of Object.keys(USES) as Part[]) {
      needed[part] = [...usesOf(name, part)].toSorted();
      given[part] = access[part].filter((subject) => implemented.has(subject)).toSorted();
    }
    expect(given).toEqual(needed);
  });

  const users = readFileSync(path.join(ROOT, 'deploy/kubernetes/nats/users.conf'), 'utf8');
  it('are the same in containers', () => expect(users).toBe(natsServerConfig()));

  it('have users whose passwords are in the template of the servers, which a further user therefore restarts', () => {
    const passwords = [...users.matchAll(/\$(NATS_PASSWORD_\w+)/g)].map(([, name = '']) => name);
    const servers = documents('deploy/kubernetes/nats/nats.yaml').find(({ kind }) => kind === 'StatefulSet');
    const env = servers?.spec.template.spec.containers[0]?.env ?? [];
    const given = env.filter(({ name }) => name.startsWith('NATS_PASSWORD_'));
    expect(passwords.length).toBeGreaterThan(5);
    expect(given.map(({ name }) => name).toSorted()).toEqual(passwords.toSorted());
    expect(given.map(({ valueFrom }) => valueFrom?.secretKeyRef)).toEqual(
      given.map(({ name }) => ({ name: 'rangavalli-nats', key: name })),
    );
  });
});
