import { Controller, Header } from '@nestjs/common';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { JSON_TYPE } from '@rangavalli/service-kit/http/early-reads';
import { SearchService } from './search.service.js';

/** Public product reads. */
@Controller()
export class SearchController {
  constructor(private readonly search: SearchService) {}

  /** Without any known parameter the call returns the newest 500 products (specification §7); others are dropped. */
  @HandlesCall('GET /products/getAll')
  @Header('content-type', JSON_TYPE)
  getAll(@Input() { query }: Input<'GET /products/getAll'>): Promise<Buffer> {
    const hasParameters = Object.values(query).some((value) =>
      Array.isArray(value) ? value.length > 0 : value !== undefined,
    );
    return hasParameters ? this.search.page(query) : this.search.all();
  }

  @HandlesCall('GET /products/suggest')
  @Header('content-type', JSON_TYPE)
  suggest(@Input() { query }: Input<'GET /products/suggest'>): Promise<Buffer> {
    return this.search.suggest(query);
  }

  @HandlesCall('GET /products/getOne/{id}')
  @Header('content-type', JSON_TYPE)
  getOne(@Input() { params }: Input<'GET /products/getOne/{id}'>): Promise<Buffer> {
    return this.search.one(params.id);
  }
}
