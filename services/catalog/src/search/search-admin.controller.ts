import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { SearchIndex } from '@rangavalli/search-index/search-index';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { SearchLog } from './log/search-log.service.js';
import { ProductDocuments, type ProductVersion } from './product-documents.js';
import { SEARCH_INDEX } from './search-index.token.js';
import { SearchIndexer } from './search-indexer.js';
import { toPartResponse } from './search.service.js';
import { Synonyms } from './synonyms/synonyms.service.js';

const PREVIEWED_PRODUCTS = 6;
const DEFAULT_DAYS = 30;
const DEFAULT_TERMS = 20;

/** What staff see and edit of the search, and what gateways count. */
@Controller()
export class SearchAdminController {
  constructor(
    private readonly synonyms: Synonyms,
    private readonly log: SearchLog,
    private readonly indexer: SearchIndexer,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex<ProductVersion>,
    private readonly documents: ProductDocuments,
  ) {}

  @HandlesCall('GET /search/synonyms')
  async list(): Promise<CallResponse<'GET /search/synonyms'>> {
    return { success: true, families: await this.synonyms.list() };
  }

  @HandlesCall('POST /search/synonyms')
  async add(
    @Input() { body }: Input<'POST /search/synonyms'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /search/synonyms'>> {
    return { success: true, message: 'Words added.', family: await this.synonyms.add(body.words, caller) };
  }

  @HandlesCall('PUT /search/synonyms/{id}')
  async update(
    @Input() { params, body }: Input<'PUT /search/synonyms/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /search/synonyms/{id}'>> {
    const family = await this.synonyms.update(params.id, body.words, caller);
    return { success: true, message: 'Words updated.', family };
  }

  @HandlesCall('DELETE /search/synonyms/{id}')
  async remove(
    @Input() { params }: Input<'DELETE /search/synonyms/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'DELETE /search/synonyms/{id}'>> {
    await this.synonyms.remove(params.id, caller);
    return { success: true, message: 'Words deleted.' };
  }

  @HandlesCall('POST /search/preview')
  async preview(@Input() { body }: Input<'POST /search/preview'>): Promise<CallResponse<'POST /search/preview'>> {
    await this.indexer.ready();
    const families = (await this.synonyms.list()).filter(({ id }) => id !== body.familyId).map(({ words }) => words);
    if (body.words) families.push(body.words);
    const found = await this.index.preview(body.q, PREVIEWED_PRODUCTS, families);
    const products = (await this.documents.get(found.documents)).map((json): Pick<Product, '_id' | 'name'> => {
      const { _id, name } = JSON.parse(json.toString()) as Product;
      return { _id, name };
    });
    const interpreted = found.interpreted.map(toPartResponse);
    const preview = { interpreted, total: found.total, didYouMean: found.correctedQuery, products };
    return { success: true, preview };
  }

  @HandlesCall('GET /search/terms')
  async terms(@Input() { query }: Input<'GET /search/terms'>): Promise<CallResponse<'GET /search/terms'>> {
    const { days = DEFAULT_DAYS, limit = DEFAULT_TERMS, withoutResults } = query;
    return {
      success: true,
      terms: await this.log.terms({ days, limit, withoutResults: withoutResults === 'true' }),
    };
  }

  @MessagePattern('rpc.catalog.searches.record')
  async record(
    @Payload() batch: CommandRequest<'rpc.catalog.searches.record'>,
  ): Promise<CommandReply<'rpc.catalog.searches.record'>> {
    await this.log.record(batch);
    return { outcome: 'recorded' };
  }
}
