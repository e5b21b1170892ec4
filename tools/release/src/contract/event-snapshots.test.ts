// Events change by addition only, so that old consumers read new events, and the reverse.
import { type EventName, events } from '@rangavalli/contracts/events';
import { orderStatus } from '@rangavalli/contracts/entities/order';
import { createEvent, readEvent } from '@rangavalli/service-kit/events/envelope';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { z } from 'zod';
import { eventBreaks, currentEvents, snapshot, readSnapshots } from './event-snapshots.js';
import type { JsonSchema } from './slice-contract.js';
import { valuesOf } from './testing/values-of.js';

const kept = readSnapshots();
const now = currentEvents();
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const accepts = (schema: JsonSchema) => ajv.compile(schema as object);
/** Kept events whose version is still published. */
const published = Object.keys(kept)
  .filter((name) => name in now)
  .map((name) => [name.split('@')[0] as EventName, name] as const);

describe('events', () => {
  it('are those that were released, with fields added at most', () => {
    expect(eventBreaks(kept, now)).toEqual([]);
  });

  it('are all kept (`npm run contract -- --keep-events`)', () => {
    expect(Object.keys(now).filter((name) => !(name in kept))).toEqual([]);
  });

  it.each(published)('%s of an old publisher is read by new consumers, nothing of it lost', (name, key) => {
    fc.assert(
      fc.property(valuesOf((kept[key] as { published: JsonSchema }).published), (data) => {
        const wire: unknown = JSON.parse(
          JSON.stringify({
            id: 'e1',
            type: name,
            version: 1,
            time: '2026-01-15T09:30:00.000Z',
            correlationId: 'c1',
            data,
            sentBy: 'a field of another release',
          }),
        );
        expect(readEvent(name, wire)).toEqual({
          id: 'e1',
          type: name,
          version: 1,
          time: '2026-01-15T09:30:00.000Z',
          correlationId: 'c1',
          data: JSON.parse(JSON.stringify(data)) as unknown,
        });
      }),
      { numRuns: 25 },
    );
  });

  it.each(published)('%s of a new publisher is read by old consumers', (name, key) => {
    const isConsumable = accepts((kept[key] as { consumed: JsonSchema }).consumed);
    fc.assert(
      fc.property(valuesOf((now[key] as { published: JsonSchema }).published), (sample) => {
        const { data, version } = createEvent(name, sample as never);
        expect(version).toBe(events[name].version);
        expect([isConsumable(JSON.parse(JSON.stringify(data))), isConsumable.errors]).toEqual([true, null]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a change of an event', () => {
  const placed = events['order.placed'].data;
  const changed = (data: z.ZodType): string[] =>
    eventBreaks({ 'order.placed@1': kept['order.placed@1'] ?? snapshot(placed) }, { 'order.placed@1': snapshot(data) });

  it.each([
    ['an optional field', placed.extend({ coupon: z.string().optional() })],
    ['an optional list', placed.extend({ gifts: z.array(z.object({ name: z.string() })).optional() })],
  ])('that adds %s is fine', (_what, data) => {
    expect(changed(data)).toEqual([]);
  });

  it.each([
    ['removes a field', placed.omit({ totalPaise: true }), 'totalPaise: old consumers'],
    ['lets a field be left out', placed.partial({ totalPaise: true }), 'totalPaise: old consumers'],
    ['gives a field another type', placed.extend({ totalPaise: z.string() }), 'totalPaise: old consumers'],
    ['adds a value', placed.extend({ status: z.enum([...orderStatus.options, 'Lost']) }), 'status: old consumers'],
    ['takes a value away', placed.extend({ status: z.enum(['Pending']) }), 'status: old events'],
    ['adds a required field', placed.extend({ coupon: z.string() }), 'coupon: old events'],
    [
      'removes a field of a line',
      placed.extend({ lines: z.array(z.object({ productId: z.string() })) }),
      'lines[].size: old consumers',
    ],
  ])('that %s is rejected', (_what, data, reason) => {
    expect(changed(data).join('\n')).toContain(reason);
  });

  it('of any kind is fine as a new version, and removing the event is not', () => {
    const before = { 'order.placed@1': snapshot(placed) };
    expect(eventBreaks(before, { 'order.placed@2': snapshot(z.object({ orderId: z.string() })) })).toEqual([]);
    expect(eventBreaks(before, {})).toEqual(['order.placed@1 was removed, and its consumers need it']);
  });
});
