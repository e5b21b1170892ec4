import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import { SearchService } from '../search/search.service.js';
import { asksForPage } from '../search/wanted.js';
import { ProductsService } from './products.service.js';

@Controller()
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly search: SearchService,
  ) {}

  @Serves('GET /products/getAll')
  async getAll(@Input() { query }: Input<'GET /products/getAll'>): Promise<CallAnswer<'GET /products/getAll'>> {
    if (asksForPage(query)) return { success: true, ...(await this.search.page(query)) };
    const products = await this.products.all();
    return { success: true, products, total: products.length };
  }

  @Serves('GET /products/suggest')
  async suggest(@Input() { query }: Input<'GET /products/suggest'>): Promise<CallAnswer<'GET /products/suggest'>> {
    return { success: true, ...(await this.search.suggest(query)) };
  }

  @Serves('GET /products/getOne/{id}')
  async getOne(@Input() { params }: Input<'GET /products/getOne/{id}'>): Promise<CallAnswer<'GET /products/getOne/{id}'>> {
    return { success: true, product: await this.products.one(params.id) };
  }

  @Serves('POST /products/create')
  async create(@Input() { body }: Input<'POST /products/create'>, @Caller() caller: Identity): Promise<CallAnswer<'POST /products/create'>> {
    return { success: true, message: 'Product added.', product: await this.products.create(body, caller) };
  }

  @Serves('PUT /products/update/{id}')
  async update(@Input() { params, body }: Input<'PUT /products/update/{id}'>, @Caller() caller: Identity): Promise<CallAnswer<'PUT /products/update/{id}'>> {
    return { success: true, message: 'Product updated.', product: await this.products.update(params.id, body, caller) };
  }

  @Serves('DELETE /products/delete/{id}')
  async remove(@Input() { params }: Input<'DELETE /products/delete/{id}'>, @Caller() caller: Identity): Promise<CallAnswer<'DELETE /products/delete/{id}'>> {
    await this.products.remove(params.id, caller);
    return { success: true, message: 'Product deleted.' };
  }

  /** The facts on which carts rest; products that are gone are left out. */
  @MessagePattern('rpc.catalog.products.get')
  async get(@Payload() { ids }: CommandRequest<'rpc.catalog.products.get'>): Promise<CommandReply<'rpc.catalog.products.get'>> {
    return { products: await this.products.some(ids) };
  }
}
