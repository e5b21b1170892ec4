import type { Connection, mongo } from 'mongoose';
import { currentCorrelation } from '../log/context.js';

/** What of a command says which documents it looks for. */
interface Query {
  collection: string;
  /** As `explain` takes it. */
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

/** Queries that may read their whole collection, each for a reason; a new one needs one. */
const onPurpose: readonly { shape: RegExp; reason: string }[] = [
  {
    shape: /^\w+: (?:\{\$match: )?(?:\{\}|\{\$and: \[\{\}\]\})(?:$|\})/,
    reason: 'a list or a count of everything asks for everything',
  },
  { shape: /_id: \{\$in: \[\]\}/, reason: 'nothing is asked for' },
  { shape: /^key_rings: /, reason: 'one document' },
  {
    shape: /^payments: .*failures\.paymentId/,
    reason: 'the payments desk looks for an id of any kind, and for the end of an order’s: people do so now and then',
  },
];

/**
 * Watches what a service asks its database while its tests run, and shows afterwards which of its queries no index serves. What
 * tests themselves ask is left out: they have no correlation id, which everything has that a service does.
 */
export class QueryPlans {
  private readonly queries = new Map<string, Query>();
  /** DocumentDB plans with no index at all once one of the collection's was dropped; no part of the shop drops any, one test does. */
  private readonly unplanned = new Set<unknown>();

  constructor(private readonly connection: Connection) {
    connection.on('commandStarted', ({ commandName, command }: mongo.CommandStartedEvent) => {
      if (commandName === 'dropIndexes') this.unplanned.add(command['dropIndexes']);
      if (currentCorrelation() !== undefined) this.note(commandName, command as Command);
    });
  }

  /** Queries that read their whole collection, each with the shape of its filter. */
  async scans(): Promise<string[]> {
    const found: string[] = [];
    for (const [shape, { explained }] of this.queries) {
      if (this.unplanned.has(explained['find'] ?? explained['aggregate'])) continue;
      if (onPurpose.some((known) => known.shape.test(shape))) continue;
      const { queryPlanner } = (await this.connection
        .getClient()
        .db(this.connection.name)
        .command({ explain: explained })) as unknown as { queryPlanner: { winningPlan: unknown } };
      if (!usesIndex(queryPlanner.winningPlan)) found.push(shape);
    }
    return found;
  }

  private note(name: string, command: Command): void {
    const collection = command[name];
    if (typeof collection !== 'string') return;
    const finds = (filter: Filter | undefined): void =>
      this.keep(
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
    if (name === 'find') finds(command.filter);
    else if (name === 'findAndModify' || name === 'distinct') finds(command.query);
    else if (name === 'update') for (const { q } of command.updates ?? []) finds(q);
    else if (name === 'delete') for (const { q } of command.deletes ?? []) finds(q);
    else if (name === 'aggregate')
      this.keep(
        { collection, explained: { aggregate: collection, pipeline: command.pipeline, cursor: {} } },
        `${collection}: ${(command.pipeline ?? []).map(shapeOf).join(' | ')}`,
      );
  }

  private keep(query: Query, shape: string): void {
    if (!this.queries.has(shape)) this.queries.set(shape, query);
  }
}

/** A filter without its values: one query of each kind is enough. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join(', ')}]`;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return '?';
  return `{${Object.entries(value)
    .map(([key, part]) => `${key}: ${shapeOf(part)}`)
    .join(', ')}}`;
}

/**
 * Whether a plan begins with an index. MongoDB names its stages; DocumentDB shows PostgreSQL's nodes, and looks at every
 * document by way of `_id_` without asking for any `object_id`.
 */
function usesIndex(plan: unknown): boolean {
  const text = JSON.stringify(plan);
  if (/"stage":/.test(text)) return !/"COLLSCAN"/.test(text);
  if (/"Seq Scan"/.test(text)) return false;
  const byOther = [...text.matchAll(/"Index Name":"([^"]+)"/g)].some(([, name]) => name !== '_id_');
  return byOther || /"Index Cond":"[^"]*object_id/.test(text);
}
