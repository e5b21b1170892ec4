import mongoose, { type Connection, type mongo } from 'mongoose';
import { currentContext } from '../log/context.js';

interface Query {
  collection: string;
  explained: Record<string, unknown>;
}

type Filter = Record<string, unknown>;
type Command = Record<string, unknown> & {
  filter?: Filter;
  query?: Filter;
  sort?: unknown;
  limit?: number;
  pipeline?: Filter[];
  updates?: { q: Filter }[];
  deletes?: { q: Filter }[];
};

const allowedScans: readonly { shape: RegExp; reason: string }[] = [
  {
    shape: /^\w+: (?:\{\$match: )?(?:\{\}|\{\$and: \[\{\}\]\})(?:$|\})/,
    reason: 'lists or counts all documents',
  },
  { shape: /_id: \{\$in: \[\]\}/, reason: 'matches nothing' },
  { shape: /^key_rings: /, reason: 'a single document' },
  {
    shape: /^payments: .*failures\.paymentId/,
    reason: 'the payments admin searches ids of any kind and by suffix; rare and manual',
  },
];

/** Shapes that an index serves, by service: the test files of a process have the same models. */
const served = new Map<string, Set<string>>();

export class QueryPlans {
  private readonly queries = new Map<string, Query>();
  /** DocumentDB ignores all indexes of a collection after one was dropped. */
  private readonly unplanned = new Set<unknown>();

  constructor(
    private readonly connection: Connection,
    private readonly service: string,
  ) {
    connection.on('commandStarted', ({ commandName, command }: mongo.CommandStartedEvent) => {
      if (commandName === 'dropIndexes') this.unplanned.add(command['dropIndexes']);
      if (currentContext()) this.record(commandName, command);
    });
  }

  /** Returns the shapes of queries that no index serves, and of those whose plan the database does not explain. */
  async scans(): Promise<string[]> {
    const found: string[] = [];
    // A test has closed the connection.
    if (this.isClosed) return found;
    const known = served.get(this.service) ?? new Set();
    served.set(this.service, known);
    for (const [shape, { explained }] of this.queries) {
      if (known.has(shape)) continue;
      if (this.unplanned.has(explained['find'] ?? explained['aggregate'])) continue;
      if (allowedScans.some((allowed) => allowed.shape.test(shape))) continue;
      try {
        if (usesIndex(await this.findPlan(explained))) known.add(shape);
        else found.push(shape);
      } catch {
        found.push(`cannot be explained: ${shape}`);
      }
    }
    return found;
  }

  private get isClosed(): boolean {
    return this.connection.readyState !== mongoose.ConnectionStates.connected;
  }

  private async findPlan(explained: Query['explained']): Promise<unknown> {
    const database = this.connection.getClient().db(this.connection.name);
    const { queryPlanner } = (await database.command({ explain: explained })) as unknown as {
      queryPlanner: { winningPlan: unknown };
    };
    return queryPlanner.winningPlan;
  }

  private record(name: string, command: Command): void {
    const collection = command[name];
    if (typeof collection !== 'string') return;
    const addFind = (filter: Filter | undefined): void =>
      this.add(
        {
          collection,
          explained: {
            find: collection,
            filter: filter ?? {},
            ...(command.sort ? { sort: command.sort } : {}),
            ...(command.limit ? { limit: command.limit } : {}),
          },
        },
        `${collection}: ${shapeOf(filter ?? {})}`,
      );
    if (name === 'find') addFind(command.filter);
    else if (name === 'findAndModify' || name === 'distinct') addFind(command.query);
    else if (name === 'update') for (const { q } of command.updates ?? []) addFind(q);
    else if (name === 'delete') for (const { q } of command.deletes ?? []) addFind(q);
    else if (name === 'aggregate')
      this.add(
        { collection, explained: { aggregate: collection, pipeline: command.pipeline, cursor: {} } },
        `${collection}: ${(command.pipeline ?? []).map(shapeOf).join(' | ')}`,
      );
  }

  private add(query: Query, shape: string): void {
    if (!this.queries.has(shape)) this.queries.set(shape, query);
  }
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join(', ')}]`;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return '?';
  return `{${Object.entries(value)
    .map(([key, part]) => `${key}: ${shapeOf(part)}`)
    .join(', ')}}`;
}

/** DocumentDB shows PostgreSQL nodes, and scans by `_id_` without a condition on `object_id`. */
function usesIndex(plan: unknown): boolean {
  const text = JSON.stringify(plan);
  if (/"stage":/.test(text)) return !/"COLLSCAN"/.test(text);
  if (/"Seq Scan"/.test(text)) return false;
  const usesOther = [...text.matchAll(/"Index Name":"([^"]+)"/g)].some(([, name]) => name !== '_id_');
  return usesOther || /"Index Cond":"[^"]*object_id/.test(text);
}
