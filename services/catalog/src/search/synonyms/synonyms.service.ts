import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { MAX_SYNONYM_FAMILIES, type SynonymFamily } from '@rangavalli/contracts/entities/search';
import { builtInMeanings, toForm } from '@rangavalli/search-index/lexicon/synonyms';
import type { SearchIndex } from '@rangavalli/search-index/search-index';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent, type FieldChange } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { subscribeEphemeral } from '@rangavalli/service-kit/events/ephemeral-subscription';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import { type Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { ProductVersion } from '../product-documents.js';
import { SEARCH_INDEX } from '../search-index.token.js';
import { SYNONYMS, type SynonymsRecord } from './synonyms.schema.js';

const DOCUMENT_ID = 'synonyms';

interface Change {
  families: SynonymFamily[];
  action: `product.synonyms.${'added' | 'changed' | 'deleted'}`;
  label: string;
  change: FieldChange;
}

/**
 * Families of words that mean the same, edited by staff. Each write includes its event and audit entry (rule 5); this
 * process uses it at once, the others when they receive the event. `load` makes good what they missed.
 */
@Injectable()
export class Synonyms implements OnModuleInit {
  /** Of the families that the index has. */
  private revision = 0;

  constructor(
    @InjectModel(SYNONYMS) private readonly stored: Model<SynonymsRecord>,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex<ProductVersion>,
    @Inject(NATS) private readonly nats: NatsConnection,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(stored);
  }

  async onModuleInit(): Promise<void> {
    const reload = async (): Promise<void> => {
      try {
        await this.load();
      } catch (error) {
        this.logger.warn({ err: error }, 'synonyms not loaded; the next reconciliation loads them');
      }
    };
    await subscribeEphemeral(this.nats, ['catalog.synonyms.changed'], {
      onEvent: () => void reload(), // never rejects
      // The search indexer loads them at start and after every reconnect.
      onConnectionChange: () => undefined,
      logger: this.logger,
    });
  }

  /** Gives the index the stored families, unless it has newer ones. */
  async load(): Promise<void> {
    const record = await this.read();
    if (record) await this.apply(record);
  }

  async list(): Promise<SynonymFamily[]> {
    return (await this.read())?.families ?? [];
  }

  /** @throws AppError SYNONYM_IN_USE, SYNONYM_CONFLICT; SYNONYM_LIMIT when there are too many families */
  async add(words: readonly string[], by: Identity): Promise<SynonymFamily> {
    const family = { id: new Types.ObjectId().toHexString(), words: [...words] };
    await this.change(by, (families) => {
      if (families.length >= MAX_SYNONYM_FAMILIES) throw new AppError('SYNONYM_LIMIT');
      checkMeanings(family, families);
      return {
        families: [...families, family],
        action: 'product.synonyms.added',
        label: labelOf(family),
        change: { field: 'words', to: words.join(', ') },
      };
    });
    return family;
  }

  /** @throws AppError SYNONYM_NOT_FOUND, SYNONYM_IN_USE, SYNONYM_CONFLICT */
  async update(id: string, words: readonly string[], by: Identity): Promise<SynonymFamily> {
    const family = { id, words: [...words] };
    await this.change(by, (families) => {
      const current = find(families, id);
      checkMeanings(family, families);
      return {
        families: families.map((one) => (one === current ? family : one)),
        action: 'product.synonyms.changed',
        label: labelOf(current),
        change: { field: 'words', from: current.words.join(', '), to: words.join(', ') },
      };
    });
    return family;
  }

  /** @throws AppError SYNONYM_NOT_FOUND */
  async remove(id: string, by: Identity): Promise<void> {
    await this.change(by, (families) => {
      const current = find(families, id);
      return {
        families: families.filter((one) => one !== current),
        action: 'product.synonyms.deleted',
        label: labelOf(current),
        change: { field: 'words', from: current.words.join(', ') },
      };
    });
  }

  /** Guarded by the revision that was read: a concurrent change repeats the loop. */
  private async change(by: Identity, edit: (families: readonly SynonymFamily[]) => Change): Promise<void> {
    for (;;) {
      const current = await this.read();
      const { families, action, label, change } = edit(current?.families ?? []);
      const revision = (current?.revision ?? 0) + 1;
      const outbox = [
        createEvent('catalog.synonyms.changed', { revision }),
        createAuditEvent(by, { action, subject: 'settings', subjectId: DOCUMENT_ID, label, changes: [change] }),
      ];
      const next = { _id: DOCUMENT_ID, families, revision };
      if (!(current ? await this.replace(next, outbox) : await this.create({ ...next, outbox }))) continue;
      this.outbox.publishPending(this.stored, { _id: DOCUMENT_ID, outbox });
      return this.apply(next);
    }
  }

  private async replace(
    { _id, families, revision }: Omit<SynonymsRecord, 'outbox'>,
    outbox: SynonymsRecord['outbox'],
  ): Promise<boolean> {
    const { modifiedCount } = await this.stored.updateOne(
      { _id, revision: revision - 1 },
      { $set: { families, revision }, $push: { outbox: { $each: outbox } } },
    );
    return modifiedCount === 1;
  }

  private async create(record: SynonymsRecord): Promise<boolean> {
    try {
      await this.stored.create(record);
      return true;
    } catch (error) {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
  }

  private async apply({ families, revision }: Pick<SynonymsRecord, 'families' | 'revision'>): Promise<void> {
    if (revision <= this.revision) return;
    this.revision = revision;
    await this.index.setSynonyms(families.map(({ words }) => words));
  }

  private read(): Promise<SynonymsRecord | null> {
    return this.stored.findById(DOCUMENT_ID, { outbox: 0 }).lean<SynonymsRecord>().exec();
  }
}

const labelOf = ({ words }: SynonymFamily): string => words[0] ?? '';

function find(families: readonly SynonymFamily[], id: string): SynonymFamily {
  const family = families.find((one) => one.id === id);
  if (!family) throw new AppError('SYNONYM_NOT_FOUND');
  return family;
}

function checkMeanings({ id, words }: SynonymFamily, families: readonly SynonymFamily[]): void {
  const forms = new Set(words.map(toForm));
  for (const other of families) {
    const shared = other.id === id ? undefined : other.words.find((word) => forms.has(toForm(word)));
    if (shared !== undefined)
      throw new AppError('SYNONYM_IN_USE', {
        message: `“${shared}” already belongs to the family “${other.words.join(', ')}”.`,
      });
  }
  const [first, second] = builtInMeanings(words);
  if (first && second)
    throw new AppError('SYNONYM_CONFLICT', {
      message: `“${first.word}” means ${first.meaning}, and “${second.word}” means ${second.meaning}. They cannot be the same.`,
    });
}
