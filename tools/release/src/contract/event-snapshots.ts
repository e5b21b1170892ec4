import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { events } from '@rangavalli/contracts/events';
import type { z } from 'zod';
import { findMismatches } from './compatibility.js';
import { jsonSchemaOf } from './json-schema.js';
import type { JsonSchema } from './slice-contract.js';

export interface EventSnapshot {
  published: JsonSchema;
  consumed: JsonSchema;
}

/** By `order.placed@1`. A version is kept for ever, because its events remain in streams, outboxes and dead letters. */
export type EventSnapshots = Readonly<Record<string, EventSnapshot>>;

const FILE = path.join(ROOT, 'tools/release/src/contract/events.snapshot.json');

export const readSnapshots = (): EventSnapshots => JSON.parse(readFileSync(FILE, 'utf8')) as EventSnapshots;

export const snapshot = (data: z.ZodType): EventSnapshot => ({
  published: jsonSchemaOf(data, 'output'),
  consumed: jsonSchemaOf(data, 'input'),
});

export const currentEvents = (): EventSnapshots =>
  Object.fromEntries(Object.entries(events).map(([name, { version, data }]) => [`${name}@${version}`, snapshot(data)]));

/** Adds events that have no snapshot; existing ones never change. @returns the new ones */
export function snapshotNewEvents(): string[] {
  const kept = readSnapshots();
  const fresh = Object.entries(currentEvents()).filter(([name]) => !(name in kept));
  if (fresh.length > 0) {
    writeFileSync(FILE, JSON.stringify({ ...kept, ...Object.fromEntries(fresh) }, null, 1));
    const formatter = path.join(ROOT, 'node_modules/oxfmt/bin/oxfmt');
    execFileSync(process.execPath, [formatter, FILE], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return fresh.map(([name]) => name);
}

/**
 * Returns how the current events break with their snapshots; empty when only optional fields were added. During
 * releases old consumers receive new events, and a replay sends old events to new consumers.
 */
export function eventBreaks(kept: EventSnapshots, now: EventSnapshots): string[] {
  return Object.entries(kept).flatMap(([name, then]) => {
    const today = now[name];
    const [event = '', version = ''] = name.split('@');
    if (!today) {
      const isNewer = Object.keys(now).some(
        (other) => other.startsWith(`${event}@`) && Number(other.split('@')[1]) > Number(version),
      );
      return isNewer ? [] : [`${name} was removed, and its consumers need it`];
    }
    return [
      ...findMismatches(today.published, then.consumed).map(
        ({ path: field, kind, what }) => `${name}, ${field}: old consumers reject it (${kind}: ${what})`,
      ),
      ...findMismatches(then.published, today.consumed).map(
        ({ path: field, kind, what }) => `${name}, ${field}: old events are rejected (${kind}: ${what})`,
      ),
    ];
  });
}
