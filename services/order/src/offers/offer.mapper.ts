import { type Offer, type OfferInput, offerTime } from '@rangavalli/contracts/entities/offer';
import { formatPaise, paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import type { OfferTerms } from './choose-offers.js';
import { describeMethods } from './describe-methods.js';
import type { OfferRecord } from './offer.schema.js';

const BASIS_POINTS = 100;
const ALL_PERCENT = 100;

/** @param defaultStart for terms without one */
export function toTerms(input: OfferInput, defaultStart: Date): Omit<OfferTerms, '_id'> {
  const { kind, code, title, buy, get, minSubtotal, maxUses, perCustomer, startsAt, endsAt } = input;
  const isBundle = kind === 'buy_x_get_y';
  const value = valueOf(input);
  const terms = {
    ...(code ? { code } : {}),
    kind,
    ...(value === undefined ? {} : { value }),
    ...(isBundle && buy ? { buyUnits: buy } : {}),
    ...(isBundle && get ? { getUnits: get } : {}),
    ...(minSubtotal ? { minSubtotalPaise: rupeesToPaise(minSubtotal) } : {}),
    ...(maxUses ? { maxUses } : {}),
    ...(perCustomer ? { perCustomer } : {}),
    startsAt: startsAt ? offerTime(startsAt, 'start') : defaultStart,
    ...(endsAt ? { endsAt: offerTime(endsAt, 'end') } : {}),
    categories: [...new Set(input.categories)],
    tags: [...new Set(input.tags)],
    firstOrderOnly: input.firstOrderOnly,
    ...(input.groups.length > 0 ? { groups: [...new Set(input.groups)] } : {}),
    ...(input.methods.length > 0 ? { methods: [...new Set(input.methods)] } : {}),
    isStackable: input.isStackable,
    isAutomatic: !code,
    isAdvertised: input.isAdvertised,
  };
  return { ...terms, title: title ?? describeReduction(terms) };
}

function valueOf({ kind, value }: OfferInput): number | undefined {
  if (kind === 'free_shipping') return undefined;
  if (kind === 'amount') return rupeesToPaise(value ?? 0);
  return Math.round((value ?? ALL_PERCENT) * BASIS_POINTS);
}

export function toOffer(record: Omit<OfferRecord, 'outbox'>, uses: number, now: Date): Offer {
  const { _id, kind, value, minSubtotalPaise, startsAt, endsAt, createdAt, updatedAt } = record;
  const { code, title, buyUnits, getUnits, maxUses, perCustomer, categories, tags } = record;
  const { firstOrderOnly, groups = [], methods = [], isStackable, isAutomatic, isAdvertised } = record;
  return {
    _id: String(_id),
    ...(code ? { code } : {}),
    title,
    kind,
    ...(value === undefined ? {} : { value: kind === 'amount' ? paiseToRupees(value) : value / BASIS_POINTS }),
    ...(buyUnits ? { buy: buyUnits } : {}),
    ...(getUnits ? { get: getUnits } : {}),
    ...(minSubtotalPaise ? { minSubtotal: paiseToRupees(minSubtotalPaise) } : {}),
    ...(maxUses ? { maxUses } : {}),
    ...(perCustomer ? { perCustomer } : {}),
    startsAt: startsAt.toISOString(),
    ...(endsAt ? { endsAt: endsAt.toISOString() } : {}),
    categories,
    tags,
    firstOrderOnly,
    groups,
    methods,
    isStackable,
    isAutomatic,
    isAdvertised,
    uses,
    state: endsAt && endsAt <= now ? 'ended' : startsAt > now ? 'scheduled' : 'running',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

type Reduction = Pick<OfferTerms, 'kind' | 'value' | 'buyUnits' | 'getUnits'>;

/** Returns for instance "10% off", "₹500 off", "Buy 2, get 1 free". */
function describeReduction({ kind, value = 0, buyUnits, getUnits }: Reduction): string {
  const percent = `${value / BASIS_POINTS}% off`;
  if (kind === 'percent') return percent;
  if (kind === 'amount') return `${formatPaise(value)} off`;
  if (kind === 'free_shipping') return 'Free delivery';
  return `Buy ${buyUnits}, get ${getUnits} ${value === ALL_PERCENT * BASIS_POINTS ? 'free' : `at ${percent}`}`;
}

type Names = ReadonlyMap<string, string>;

const namesOf = (groups: readonly string[], names: Names): string => groups.map((id) => names.get(id) ?? id).join(', ');

/** Returns one sentence per condition, without the dates. @param names of groups by id */
export function describeConditions(terms: Omit<OfferTerms, '_id'>, names: Names): string[] {
  const { minSubtotalPaise, categories, tags, firstOrderOnly, groups, methods, perCustomer } = terms;
  const members = groups?.flatMap((id) => names.get(id) ?? []).join(', ') || 'a group of customers';
  const kinds = [...categories, ...tags].join(', ');
  return [
    ...(minSubtotalPaise ? [`On orders from ${formatPaise(minSubtotalPaise)}`] : []),
    ...(kinds ? [`For ${kinds}`] : []),
    ...(firstOrderOnly ? ['On your first order'] : []),
    ...(groups?.length ? [`For members of ${members}`] : []),
    ...(methods?.length ? [`When you ${describeMethods(methods)}`] : []),
    ...(perCustomer ? [perCustomer === 1 ? 'Once per customer' : `At most ${perCustomer} times per customer`] : []),
  ];
}

/** Returns the terms as people read them in the audit log. @param names of groups by id */
export function formatTerms(terms: Omit<OfferTerms, '_id'>, names: Names): Record<string, string | undefined> {
  const { code, title, maxUses, perCustomer, startsAt, endsAt, minSubtotalPaise } = terms;
  const yes = (isSet: boolean): string | undefined => (isSet ? 'yes' : undefined);
  return {
    code,
    title,
    reduction: describeReduction(terms),
    minSubtotal: minSubtotalPaise ? formatPaise(minSubtotalPaise) : undefined,
    maxUses: maxUses?.toString(),
    perCustomer: perCustomer?.toString(),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString(),
    categories: terms.categories.join(', '),
    tags: terms.tags.join(', '),
    firstOrderOnly: yes(terms.firstOrderOnly),
    groups: terms.groups && namesOf(terms.groups, names),
    methods: terms.methods?.join(', '),
    isStackable: yes(terms.isStackable),
    isAdvertised: yes(terms.isAdvertised),
  };
}
