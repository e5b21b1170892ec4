import { type ProductSort, productSorts } from '@rangavalli/contracts/entities/product-query';
import { AppError } from '@rangavalli/service-kit/app-error';
import { z } from 'zod';
import type { Place } from './search-engine.js';

const content = z.tuple([
  z.enum(productSorts),
  z.int().min(0).max(9),
  z.union([z.number(), z.string().max(400)]),
  z.string().max(40),
]);

/** A place as a client gives it back; nobody but this file looks into it. */
export const cursorOf = (sort: ProductSort, { tier, key, id }: Place): string =>
  Buffer.from(JSON.stringify([sort, tier, key, id])).toString('base64url');

/** @throws AppError VALIDATION_FAILED when it is no cursor of this order */
export function placeOf(cursor: string, sort: ProductSort): Place {
  const refused = (why: string) => new AppError('VALIDATION_FAILED', { details: { fields: { cursor: why } } });
  let told: unknown;
  try {
    told = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw refused('is no cursor of this call');
  }
  const read = content.safeParse(told);
  if (!read.success) throw refused('is no cursor of this call');
  const [of, tier, key, id] = read.data;
  if (of !== sort || typeof key !== (sort === 'name' ? 'string' : 'number')) throw refused('is of another order');
  return { tier, key, id };
}
