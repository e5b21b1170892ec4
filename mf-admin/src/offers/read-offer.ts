import type { Category } from '@rangavalli/contracts/entities/product';
import type { Offer, OfferInput } from '@rangavalli/contracts/entities/offer';
import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';
import type { FormErrors } from '@rangavalli/web-kit/data/form';
import { fromIndianTime, toIndianTime } from '@rangavalli/web-kit/format/india-time';
import { isAmount, isWhole } from '../delivery/read-number.js';
import { messages } from './messages.js';

export const fields = [
  'title',
  'code',
  'value',
  'buy',
  'get',
  'minSubtotal',
  'maxUses',
  'perCustomer',
  'startsAt',
  'endsAt',
  'tags',
] as const;
export type Field = (typeof fields)[number];
type Values = Record<Field, string>;

/** What the form stores in its state. */
export interface Choices {
  kind: Offer['kind'];
  categories: readonly Category[];
  /** Ids of customer groups; all customers when empty. */
  groups: readonly string[];
  /** All when empty. */
  methods: readonly PaymentMethod[];
  isAutomatic: boolean;
  firstOrderOnly: boolean;
  isStackable: boolean;
  isAdvertised: boolean;
}

const CODE = /^[A-Z0-9][A-Z0-9_-]{2,29}$/i;
const MAX_PERCENT = 100;
const MAX_UNITS = 20;
const MAX_TAGS = 30;
const MAX_USES = 100_000;
const MAX_PER_CUSTOMER = 100;

const countError = (text: string, max: number): string | undefined =>
  isWhole(text, 1, max) ? undefined : messages.invalidCount(max.toLocaleString('en-IN'));

function valueError(value: string, kind: Offer['kind']): string | undefined {
  if (kind === 'free_shipping') return undefined;
  if (kind === 'amount') return isAmount(value) && Number(value) >= 1 ? undefined : messages.atLeastOneRupee;
  return isAmount(value) && Number(value) > 0 && Number(value) <= MAX_PERCENT ? undefined : messages.invalidPercent;
}

export function errorsOf(values: Values, { kind, isAutomatic }: Choices): FormErrors<Field> {
  const { code, value, buy, get, minSubtotal, maxUses, perCustomer, startsAt, endsAt, tags } = values;
  const isBundle = kind === 'buy_x_get_y';
  return {
    code: isAutomatic || CODE.test(code.trim()) ? undefined : messages.enterCode,
    value: valueError(value, kind),
    buy: isBundle ? countError(buy, MAX_UNITS) : undefined,
    get: isBundle ? countError(get, MAX_UNITS) : undefined,
    minSubtotal: !minSubtotal.trim() || isAmount(minSubtotal) ? undefined : messages.invalidAmount,
    maxUses: maxUses.trim() ? countError(maxUses, MAX_USES) : undefined,
    perCustomer: perCustomer.trim() ? countError(perCustomer, MAX_PER_CUSTOMER) : undefined,
    endsAt: startsAt && endsAt && endsAt <= startsAt ? messages.endBeforeStart : undefined,
    tags: tagsOf(tags).length > MAX_TAGS ? messages.tooManyTags(MAX_TAGS) : undefined,
  };
}

/** An unchanged field keeps the seconds of the stored instant. */
function toInstant(text: string, stored: string | undefined): string | undefined {
  if (!text) return undefined;
  return text === toIndianTime(stored) ? stored : fromIndianTime(text);
}

const tagsOf = (text: string): string[] => [...new Set(text.split(',').flatMap((tag) => tag.trim() || []))];

const numberOf = (text: string): number | undefined => (text.trim() ? Number(text) : undefined);

/** @param stored the offer that is edited */
export function toInput(values: Values, choices: Choices, stored: Offer | undefined): OfferInput {
  const { title, code, value, buy, get, minSubtotal, maxUses, perCustomer, startsAt, endsAt, tags } = values;
  const { categories, groups, methods, isAutomatic, ...others } = choices;
  return {
    ...others,
    isAutomatic,
    categories: [...categories],
    groups: [...groups],
    methods: [...methods],
    tags: tagsOf(tags),
    title: title.trim() || undefined,
    code: isAutomatic ? undefined : code.trim().toUpperCase(),
    value: numberOf(value),
    buy: numberOf(buy),
    get: numberOf(get),
    minSubtotal: numberOf(minSubtotal),
    maxUses: numberOf(maxUses),
    perCustomer: numberOf(perCustomer),
    startsAt: toInstant(startsAt, stored?.startsAt),
    endsAt: toInstant(endsAt, stored?.endsAt),
  };
}
