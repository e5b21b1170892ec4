import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { Offer, OfferInput } from '@rangavalli/contracts/entities/offer';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { type Model, Types } from 'mongoose';
import type { QuoteLine } from '../pricing/quote.js';
import { Quotes } from '../pricing/quotes.service.js';
import { AutomaticOffers } from './automatic-offers.service.js';
import type { OfferTerms } from './choose-offers.js';
import { GroupMembers } from './group-members.service.js';
import { formatTerms, toOffer, toTerms } from './offer.mapper.js';
import { OFFER, type OfferRecord } from './offer.schema.js';
import { OfferUses } from './offer-uses.service.js';

const PAGE_SIZE = 25;
const PREVIEWED = 24;
const CATALOG_DEADLINE_MS = 3_000;

type Replacement = CallInput<'PUT /offers/{id}'>['body'];

/** Offers as staff edit them. Each write includes its audit entry. */
@Injectable()
export class OffersService {
  constructor(
    @InjectModel(OFFER) private readonly offers: Model<OfferRecord>,
    private readonly automatic: AutomaticOffers,
    private readonly uses: OfferUses,
    private readonly quotes: Quotes,
    private readonly commands: Commands,
    private readonly groups: GroupMembers,
    private readonly outbox: Outbox,
  ) {
    outbox.register(offers);
  }

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  async page({ limit = PAGE_SIZE, cursor }: CallInput<'GET /offers'>['query']): Promise<PageOf<Offer>> {
    const query = { filter: {}, projection: { outbox: 0 }, limit, cursor };
    const page = await findPage<OfferRecord>(this.offers, query);
    const uses = await this.uses.count(page.items);
    const now = new Date();
    return { ...page, items: page.items.map((offer) => toOffer(offer, uses.get(String(offer._id)) ?? 0, now)) };
  }

  /** @throws AppError OFFER_CODE_TAKEN; VALIDATION_FAILED for unknown groups */
  async create(input: OfferInput, by: Identity): Promise<Offer> {
    const names = await this.namesOf(input.groups);
    const _id = new Types.ObjectId();
    const terms = { ...toTerms(input, new Date()), _id };
    const outbox = [auditOf(by, 'order.offer.created', terms, undefined, names)];
    const created = await refuseTakenCode(this.offers.create({ ...terms, outbox }));
    this.outbox.publishPending(this.offers, { _id, outbox });
    await this.automatic.refresh();
    return toOffer(created.toObject(), 0, new Date());
  }

  /**
   * Idempotent. Groups that the offer has may have been deleted.
   * @throws AppError OFFER_NOT_FOUND, OFFER_CODE_TAKEN; OFFER_CHANGED when it is not as of `updatedAt` any more;
   *   VALIDATION_FAILED for unknown groups
   */
  async replace(id: string, { updatedAt, ...input }: Replacement, by: Identity): Promise<Offer> {
    const edit = (current: OfferRecord): Omit<OfferTerms, '_id'> => {
      const terms = toTerms(input, current.startsAt);
      const isCurrent = !updatedAt || current.updatedAt.toISOString() === updatedAt;
      if (!isCurrent && !isSame(terms, current)) throw new AppError('OFFER_CHANGED');
      return terms;
    };
    const stored = await this.get(id);
    edit(stored);
    await this.namesOf(input.groups.filter((groupId) => !stored.groups?.includes(groupId)));
    // Before a limit counts, and for uses that began meanwhile.
    if (input.maxUses) await this.uses.assignSlots(id, input.maxUses);
    const offer = await this.change(id, by, 'order.offer.changed', edit);
    if (input.maxUses) await this.uses.assignSlots(id, input.maxUses);
    return offer;
  }

  /** Idempotent. @throws AppError OFFER_NOT_FOUND */
  end(id: string, by: Identity): Promise<Offer> {
    return this.change(id, by, 'order.offer.ended', (current) => {
      const now = new Date();
      const { endsAt } = current;
      const { outbox: _outbox, revision: _revision, createdAt: _createdAt, updatedAt: _updatedAt, ...terms } = current;
      return { ...terms, endsAt: endsAt && endsAt < now ? endsAt : now };
    });
  }

  /** @throws AppError UNAVAILABLE while the catalog is */
  async preview(input: OfferInput): Promise<{ total: number; products: PreviewedProduct[] }> {
    const { categories, tags } = input;
    const request = { categories, tags, limit: PREVIEWED };
    const found = await this.commands.request('rpc.catalog.products.find', request, CATALOG_DEADLINE_MS);
    const terms = { ...toTerms(input, new Date()), _id: new Types.ObjectId() };
    return { total: found.total, products: found.products.map((product) => this.previewOf(product, terms)) };
  }

  /** @throws AppError VALIDATION_FAILED when a group does not exist; UNAVAILABLE while the user service is */
  private async namesOf(groups: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.groups.find(groups);
    if (groups.some((id) => !found.has(id)))
      throw new AppError('VALIDATION_FAILED', { details: { fields: { groups: 'This group no longer exists.' } } });
    return new Map([...found].map(([id, { name }]) => [id, name]));
  }

  private async get(id: string): Promise<OfferRecord> {
    const offer = await this.offers.findById(id, { outbox: 0 }).lean<OfferRecord>().exec();
    if (!offer) throw new AppError('OFFER_NOT_FOUND');
    return offer;
  }

  /** With as many units as the offer needs. */
  private previewOf(product: CatalogProduct, terms: OfferTerms): PreviewedProduct {
    const { _id: productId, name, pricePaise, sale, category, fabric, tags } = product;
    const units = terms.kind === 'buy_x_get_y' ? (terms.buyUnits ?? 1) + (terms.getUnits ?? 1) : 1;
    const line: QuoteLine = { productId, size: '', quantity: units, pricePaise, sale, category, fabric, tags };
    const pricePerUnit = unitPriceAt(product, new Date());
    const isEnough = pricePerUnit * units >= (terms.minSubtotalPaise ?? 0);
    const discountPaise = isEnough ? this.quotes.quoteWith(terms, [line]).discountPaise : 0;
    const offerPrice = paiseToRupees(Math.round((pricePerUnit * units - discountPaise) / units));
    return { productId, name, price: paiseToRupees(pricePerUnit), offerPrice, units };
  }

  /** Guarded by the revision that was read, so that the audit entry is exact; a concurrent change repeats the loop. */
  private async change(
    id: string,
    by: Identity,
    action: 'order.offer.changed' | 'order.offer.ended',
    edit: (current: OfferRecord) => Omit<OfferTerms, '_id'>,
  ): Promise<Offer> {
    for (;;) {
      const current = await this.get(id);
      const terms = { ...edit(current), _id: current._id };
      const names = await this.groups.names([...(current.groups ?? []), ...(terms.groups ?? [])]);
      const outbox = [auditOf(by, action, terms, current, names)];
      const { _id, ...fields } = terms;
      const absent = optionalFields.filter((name) => fields[name] === undefined);
      const changed = await refuseTakenCode(
        this.offers
          .findOneAndUpdate(
            { _id, revision: current.revision },
            {
              $set: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
              ...(absent.length > 0 ? { $unset: Object.fromEntries(absent.map((name) => [name, 1])) } : {}),
              $inc: { revision: 1 },
              $push: { outbox: { $each: outbox } },
            },
            { returnDocument: 'after', runValidators: true },
          )
          .lean<OfferRecord>()
          .exec(),
      );
      if (!changed) continue;
      this.outbox.publishPending(this.offers, { _id, outbox });
      await this.automatic.refresh();
      return toOffer(changed, (await this.uses.count([changed])).get(id) ?? 0, new Date());
    }
  }
}

interface PreviewedProduct {
  productId: string;
  name: string;
  price: number;
  offerPrice: number;
  units: number;
}

const isSame = (terms: Omit<OfferTerms, '_id'>, stored: OfferRecord): boolean =>
  isDeepStrictEqual(formatTerms(terms, new Map()), formatTerms(stored, new Map()));

const optionalFields = [
  'code',
  'value',
  'buyUnits',
  'getUnits',
  'minSubtotalPaise',
  'maxUses',
  'perCustomer',
  'endsAt',
  'groups',
  'methods',
] as const satisfies (keyof OfferTerms)[];

const auditOf = (
  by: Identity,
  action: 'order.offer.created' | 'order.offer.changed' | 'order.offer.ended',
  after: OfferTerms,
  before: OfferTerms | undefined,
  names: ReadonlyMap<string, string>,
) => {
  const [from, to] = [before ? formatTerms(before, names) : {}, formatTerms(after, names)];
  return createAuditEvent(by, {
    action,
    subject: 'settings',
    subjectId: String(after._id),
    label: after.code ?? after.title,
    changes: Object.keys(to).map((field) => ({ field, from: from[field], to: to[field] })),
  });
};

async function refuseTakenCode<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicateKeyError(error)) throw new AppError('OFFER_CODE_TAKEN');
    throw error;
  }
}
