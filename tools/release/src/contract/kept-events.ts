import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { events } from '@rangavalli/contracts/events';
import type { z } from 'zod';
import { misfits } from './fits.js';
import { jsonSchemaOf } from './json-schema.js';
import type { JsonSchema } from './slice-contract.js';

/** An event as it was when it was first released: what its tellers sent, and what its hearers understood. */
export interface KeptEvent {
  told: JsonSchema;
  heard: JsonSchema;
}

/** By `order.placed@1`: a version is kept for ever, since its events may lie in a stream, an outbox or with the dead letters. */
export type KeptEvents = Readonly<Record<string, KeptEvent>>;

const FILE = path.join(ROOT, 'tools/release/src/contract/events.snapshot.json');

export const keptEvents = (): KeptEvents => JSON.parse(readFileSync(FILE, 'utf8')) as KeptEvents;

/** An event of the contracts as it is kept. */
export const keep = (data: z.ZodType): KeptEvent => ({
  told: jsonSchemaOf(data, 'output'),
  heard: jsonSchemaOf(data, 'input'),
});

/** Today's events as they are kept. */
export const eventsNow = (): KeptEvents =>
  Object.fromEntries(Object.entries(events).map(([name, { version, data }]) => [`${name}@${version}`, keep(data)]));

/** Keeps what is told for the first time. What is kept already is never changed. @returns the new ones */
export function keepNewEvents(): string[] {
  const kept = keptEvents();
  const fresh = Object.entries(eventsNow()).filter(([name]) => !(name in kept));
  if (fresh.length > 0) writeFileSync(FILE, `${JSON.stringify({ ...kept, ...Object.fromEntries(fresh) }, null, 1)}\n`);
  return fresh.map(([name]) => name);
}

/**
 * How today's events break with what they were, by words; empty when fields were only added, each of them optional.
 * Old hearers meet new tellers while a release goes on, and new hearers meet old events whenever a stream is read again.
 */
export function eventBreaks(kept: KeptEvents, now: KeptEvents): string[] {
  return Object.entries(kept).flatMap(([name, then]) => {
    const today = now[name];
    const [event = '', version = ''] = name.split('@');
    if (!today) {
      const isNewer = Object.keys(now).some(
        (other) => other.startsWith(`${event}@`) && Number(other.split('@')[1]) > Number(version),
      );
      return isNewer ? [] : [`${name} was removed, and its hearers wait for it`];
    }
    return [
      ...misfits(today.told, then.heard).map(
        ({ path: field, kind, what }) => `${name}, ${field}: old hearers do not understand it (${kind}: ${what})`,
      ),
      ...misfits(then.told, today.heard).map(
        ({ path: field, kind, what }) => `${name}, ${field}: old events are not understood (${kind}: ${what})`,
      ),
    ];
  });
}
