import { Injectable } from '@nestjs/common';
import type { PinOverride } from '@rangavalli/contracts/entities/delivery';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { decodeCursor, encodeCursor } from '@rangavalli/service-kit/database/paging';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { PinRule } from '../promise/zones.js';
import { DeliveryStore, type PinRules } from '../settings/delivery-store.js';
import { readPinsCsv } from './pins-csv.js';

/** All codes of the table: the document stays below 2 MB. */
const MAX_PINS = 20_000;
const MAX_REPORTED_ERRORS = 100;
const DEFAULT_LIMIT = 50;

interface PinsPage {
  pins: PinOverride[];
  total?: number;
  nextCursor?: string;
}

/** PIN codes that differ from their zone. */
@Injectable()
export class PinsService {
  constructor(private readonly store: DeliveryStore) {}

  /**
   * Returns those that begin with `q`, in ascending order.
   * @throws AppError VALIDATION_FAILED for a cursor that is not of this list
   */
  async list({ q = '', limit = DEFAULT_LIMIT, cursor }: ListQuery): Promise<PinsPage> {
    const name = `pins ${q}`;
    const after = cursor === undefined ? '' : String(decodeCursor(name, cursor)[0]);
    const { value } = (await this.store.current()).pins;
    const found = Object.keys(value)
      .filter((pincode) => pincode.startsWith(q))
      .toSorted();
    const rest = found.filter((pincode) => pincode > after);
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return {
      pins: page.map((pincode) => ({ pincode, ...(value[pincode] as PinRule) })),
      ...(cursor === undefined ? { total: Math.min(found.length, MAX_COUNT) } : {}),
      ...(last && rest.length > limit ? { nextCursor: encodeCursor(name, [last]) } : {}),
    };
  }

  /** @throws AppError PIN_NOT_FOUND; PIN_LIMIT with too many */
  async set({ pincode, ...rule }: PinOverride, by: Identity): Promise<void> {
    if (!findPinPlace(pincode)) throw new AppError('PIN_NOT_FOUND');
    await this.store.change('pins', by, ({ value }) => {
      const before = formatRule(value[pincode]);
      if (before === formatRule(rule)) return undefined;
      const change = { field: pincode, from: before, to: formatRule(rule) };
      const audit = { action: 'shipping.pin.changed', label: `PIN ${pincode}`, changes: [change] } as const;
      return { value: limited({ ...value, [pincode]: rule }), audit };
    });
  }

  /** @throws AppError NOT_FOUND */
  async remove(pincode: string, by: Identity): Promise<void> {
    await this.store.change('pins', by, ({ value }) => {
      const { [pincode]: removed, ...rest } = value;
      if (!removed) throw new AppError('NOT_FOUND');
      const changes = [{ field: pincode, from: formatRule(removed) }];
      return { value: rest, audit: { action: 'shipping.pin.deleted', label: `PIN ${pincode}`, changes } };
    });
  }

  /**
   * Sets the PIN codes of a CSV file, all or none; others keep their rules. Returns how many rows it has.
   * @throws AppError CSV_INVALID with the first 100 wrong rows in `details.rows`; PIN_LIMIT
   */
  async importCsv(csv: string, by: Identity): Promise<number> {
    const { pins, errors } = readPinsCsv(csv);
    if (errors.length > 0)
      throw new AppError('CSV_INVALID', {
        details: { rows: errors.slice(0, MAX_REPORTED_ERRORS), invalid: errors.length },
      });
    await this.store.change('pins', by, ({ value }) => {
      const changed = pins.filter(({ pincode, ...rule }) => formatRule(value[pincode]) !== formatRule(rule));
      if (changed.length === 0) return undefined;
      const changes = changed.map(({ pincode, ...rule }) => ({
        field: pincode,
        from: formatRule(value[pincode]),
        to: formatRule(rule),
      }));
      const imported = Object.fromEntries(changed.map(({ pincode, ...rule }) => [pincode, rule]));
      const label = `${changed.length} PIN codes from a file`;
      return {
        value: limited({ ...value, ...imported }),
        audit: { action: 'shipping.pins.imported', label, changes },
      };
    });
    return pins.length;
  }
}

interface ListQuery {
  q?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

function limited(rules: PinRules): PinRules {
  if (Object.keys(rules).length > MAX_PINS) throw new AppError('PIN_LIMIT');
  return rules;
}

/** Returns for instance "served, no COD, 3–5 days". */
function formatRule(rule: PinRule | undefined): string | undefined {
  if (!rule) return undefined;
  const { isServed, cod, from, to } = rule;
  return [
    isServed ? 'served' : 'not served',
    cod === undefined ? '' : cod ? 'COD' : 'no COD',
    from === undefined ? '' : `${from}–${to} days`,
  ]
    .filter(Boolean)
    .join(', ');
}
