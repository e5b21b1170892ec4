// The table of NATS rights against the code: a new event or command without a right fails here, not in a running store.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type NatsAccess, natsAccess, type NatsProcess } from '@rangavalli/contracts/nats-access';
import { natsServerConfig } from '@rangavalli/service-kit/nats/server-config';
import { ROOT } from '../paths.js';

type Part = Exclude<keyof NatsAccess, 'managesStreams' | 'subscribes' | 'discoversProcesses'>;

/** How the code of a process says each; the names are always written out. */
const sayings: Record<Part, RegExp> = {
  publishes: /\bcreateEvent\(\s*'([\w.]+)'/g,
  consumes: /@EventPattern\(\s*'([\w.]+)'/g,
  serves: /@MessagePattern\(\s*'([\w.]+)'/g,
  requests: /\.request\(\s*'(rpc\.[\w.]+)'/g,
};
/** The same with anything else than a name in it would be overlooked. */
const unreadable = /\bcreateEvent\(\s*[^'\s)]|@(?:Event|Message)Pattern\(\s*[^'\s]|\bcommands\.request\(\s*[^'\s]/g;

const processes = Object.keys(natsAccess) as NatsProcess[];
const folderOf = (name: NatsProcess): string => path.join(ROOT, name === 'gateway' ? name : `services/${name}`, 'src');

const sourceOf = (name: NatsProcess): string =>
  readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.split(path.sep).includes('testing'))
    .map((file) => readFileSync(path.join(folderOf(name), file), 'utf8'))
    .join('\n');

const sources = new Map(processes.map((name) => [name, sourceOf(name)]));
/** A change for the audit log is told by this, whose name says the event. */
const AUDITED = /\bcreateAuditEvent\(/;
const saidBy = (name: NatsProcess, part: Part): Set<string> => {
  const source = sources.get(name) ?? '';
  const said = new Set([...source.matchAll(sayings[part])].map((match) => match[1] ?? ''));
  return part === 'publishes' && AUDITED.test(source) ? said.add('audit.recorded') : said;
};
/** What anybody says: a contract that is agreed and not built yet is no right too many. */
const builtAnywhere = new Set(
  processes.flatMap((name) => (Object.keys(sayings) as Part[]).flatMap((part) => [...saidBy(name, part)])),
);

describe('the NATS rights', () => {
  it.each(processes)('of %s are those that its code needs', (name) => {
    expect([...(sources.get(name) ?? '').matchAll(unreadable)].map(([text]) => text)).toEqual([]);
    const needed: Record<string, string[]> = {};
    const given: Record<string, string[]> = {};
    const access: NatsAccess = natsAccess[name];
    for (const part of Object.keys(sayings) as Part[]) {
      needed[part] = [...saidBy(name, part)].toSorted();
      given[part] = access[part].filter((subject) => builtAnywhere.has(subject)).toSorted();
    }
    expect(given).toEqual(needed);
  });

  it('in the containers are the same', () => {
    expect(readFileSync(path.join(ROOT, 'deploy/nats.conf'), 'utf8')).toBe(natsServerConfig());
  });
});
