import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import type { AuditEventName, Envelope } from '@rangavalli/contracts/events';
import { createAuditEvent, type FieldChange } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { ProductSale } from './product.schema.js';
import type { PublicProductRecord } from './product-view.js';

export type AuditedProduct = Omit<
  PublicProductRecord,
  '_id' | 'revision' | 'createdAt' | 'updatedAt' | 'video' | 'sale'
> & {
  sale?: ProductSale | undefined;
  video?: PublicProductRecord['video'] | null | undefined;
};

const SIZE_STOCK_PREFIX = 'stock (';
const isStockField = (field: string): boolean => field === 'stock' || field.startsWith(SIZE_STOCK_PREFIX);

/** Labels with a comma are quoted, so that two different lists never read alike. */
const formatList = (labels: readonly string[]): string =>
  labels.map((label) => (/[,"]/.test(label) ? JSON.stringify(label) : label)).join(', ');
const formatNumber = (value: number | null | undefined): string | undefined =>
  typeof value === 'number' ? String(value) : undefined;
const formatImageCount = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'picture' : 'pictures'}`;

/** Returns for instance "Initials (text, at most 3 characters, required)". */
function formatField(field: PersonalisationField): string {
  const days = field.extraDays ? `${field.extraDays} more days` : '';
  const parts = [field.kind, formatRule(field), field.required ? 'required' : '', days];
  return `${field.label} (${parts.filter(Boolean).join(', ')})`;
}

function formatSale({ pricePaise, from, until }: ProductSale): string {
  const period = [from ? `from ${from.toISOString()}` : '', until ? `until ${until.toISOString()}` : ''];
  return [formatPaise(pricePaise), ...period].filter(Boolean).join(' ');
}

function formatRule(field: PersonalisationField): string {
  if (field.kind === 'text') return `at most ${field.maxLength} characters`;
  return field.kind === 'choice' ? formatList(field.choices) : `${field.min} to ${field.max} ${field.unit}`;
}

/** Returns the fields as people read them, with one field per size for its stock. */
function formatFields({
  pricePaise,
  sale,
  stock,
  sizeStock,
  sizes,
  tags,
  images,
  video,
  handlingDays,
  weightGrams,
  personalisationFields,
  ...texts
}: AuditedProduct) {
  const { name, description, category, sareeType } = texts;
  const { fabric, weave, colour, occasion, origin, care } = texts;
  const { hsn, taxClass, countryOfOrigin, netQuantity, maker } = texts;
  const fields: Record<string, string | undefined> = {
    name,
    description,
    price: formatPaise(pricePaise),
    sale: sale && formatSale(sale),
    category,
    sareeType,
    stock: String(stock),
    ...Object.fromEntries((sizeStock ?? []).map((entry) => [`${SIZE_STOCK_PREFIX}${entry.size})`, `${entry.stock}`])),
    sizes: formatList(sizes),
    tags: formatList(tags),
    images: formatImageCount(images.length),
    fabric,
    weave,
    colour,
    occasion,
    origin,
    care,
    hsn,
    taxClass,
    countryOfOrigin,
    netQuantity,
    maker,
    video: video?.path,
    handlingDays: formatNumber(handlingDays),
    weightGrams: formatNumber(weightGrams),
    personalisation: (personalisationFields ?? []).map(formatField).join('; '),
  };
  return fields;
}

const imageKey = ({ images }: AuditedProduct): string =>
  JSON.stringify(images.map(({ public_id, path }) => [public_id, path]));

function changesBetween(before: AuditedProduct | undefined, after: AuditedProduct | undefined): FieldChange[] {
  const from = before ? formatFields(before) : {};
  const to = after ? formatFields(after) : {};
  if (before && after && from['images'] === to['images'] && imageKey(before) !== imageKey(after))
    to['images'] = `${to['images']}, others or in another order`;
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((field) => ({ field, from: from[field], to: to[field] }))
    .filter((change) => (change.from ?? '') !== (change.to ?? ''));
}

/**
 * Returns undefined when nothing changed.
 * @param before undefined for a new product
 * @param after undefined for a deleted product
 */
export function createProductAudit(
  by: Identity,
  productId: string,
  before: AuditedProduct | undefined,
  after: AuditedProduct | undefined,
): Envelope<AuditEventName> | undefined {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return undefined;
  const updated = changes.every(({ field }) => isStockField(field)) ? 'stock.changed' : 'product.updated';
  return createAuditEvent(by, {
    action: !before ? 'product.created' : !after ? 'product.deleted' : updated,
    subject: 'product',
    subjectId: productId,
    label: (after ?? before)?.name,
    changes,
  });
}
