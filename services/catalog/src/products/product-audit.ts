import type { Envelope } from '@rangavalli/contracts/events';
import { createAuditEvent, type FieldChange } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { ProductRecord } from './product.schema.js';

/** What the audit log tells of a product. */
export type Audited = Pick<
  ProductRecord,
  | 'name'
  | 'description'
  | 'pricePaise'
  | 'category'
  | 'sareeType'
  | 'stock'
  | 'sizes'
  | 'sizeStock'
  | 'tags'
  | 'images'
  | 'fabric'
  | 'weave'
  | 'colour'
  | 'occasion'
>;

/** Read of a product whose change is to be told. */
export const audited = {
  name: 1,
  description: 1,
  pricePaise: 1,
  category: 1,
  sareeType: 1,
  stock: 1,
  sizes: 1,
  sizeStock: 1,
  tags: 1,
  images: 1,
  fabric: 1,
  weave: 1,
  colour: 1,
  occasion: 1,
} as const satisfies Record<keyof Audited, 1>;

/** A label with a comma in it stands in quotes, so that two lists never read alike. */
const joined = (labels: readonly string[]): string =>
  labels.map((label) => (/[,"]/.test(label) ? JSON.stringify(label) : label)).join(', ');
const counted = (pictures: number): string =>
  pictures === 0 ? '' : `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`;

/** A product's fields as people read them; the pieces of each size are a field each. */
function read(product: Audited): Record<string, string | undefined> {
  const { name, description, category, sareeType, stock, fabric, weave, colour, occasion } = product;
  return {
    name,
    description,
    price: formatPaise(product.pricePaise),
    category,
    sareeType,
    stock: String(stock),
    ...Object.fromEntries((product.sizeStock ?? []).map((one) => [stockOf(one.size), String(one.stock)])),
    sizes: joined(product.sizes),
    tags: joined(product.tags),
    images: counted(product.images.length),
    fabric,
    weave,
    colour,
    occasion,
  };
}

const stockOf = (size: string): string => `stock (${size})`;
const isStock = (field: string): boolean => field === 'stock' || field.startsWith(stockOf('').slice(0, -1));

function changes(before: Audited | undefined, after: Audited | undefined): FieldChange[] {
  const from = before ? read(before) : {};
  const to = after ? read(after) : {};
  // As many pictures as before, but not the same, or not in the same order.
  if (before && after && from['images'] === to['images'] && pictures(before) !== pictures(after))
    to['images'] = `${to['images']}, others or in another order`;
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((field) => ({ field, from: from[field], to: to[field] }))
    .filter((change) => (change.from ?? '') !== (change.to ?? ''));
}

const pictures = ({ images }: Audited): string =>
  JSON.stringify(images.map(({ public_id, path }) => [public_id, path]));

/**
 * What the audit log learns of a product's change, for the same write; undefined when nothing is different.
 * @param before undefined: it is new
 * @param after undefined: it leaves the shop
 */
export function productAudit(
  by: Identity,
  productId: string,
  before: Audited | undefined,
  after: Audited | undefined,
): Envelope<'audit.recorded'> | undefined {
  const changed = changes(before, after);
  if (changed.length === 0) return undefined;
  const updated = changed.every(({ field }) => isStock(field)) ? 'stock.changed' : 'product.updated';
  const action = !before ? 'product.created' : !after ? 'product.deleted' : updated;
  return createAuditEvent(by, {
    action,
    subject: 'product',
    subjectId: productId,
    label: (after ?? before)?.name,
    changes: changed,
  });
}
