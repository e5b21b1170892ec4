import { Controller, Header } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { JSON_TYPE } from '@rangavalli/service-kit/http/early-responses';
import { Caller, Input, HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import { SearchService } from '../search/search.service.js';
import { asksForPage } from '../search/wanted.js';
import { CurrentProducts } from './current-products.js';
import { ProductsService } from './products.service.js';
import { oneProduct } from './written-answer.js';

@Controller()
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly search: SearchService,
    private readonly current: CurrentProducts,
  ) {}

  @HandlesCall('GET /products/getAll')
  @Header('content-type', JSON_TYPE)
  async getAll(
    @Input() { query }: Input<'GET /products/getAll'>,
  ): Promise<CallResponse<'GET /products/getAll'> | Buffer> {
    if (asksForPage(query)) return this.search.page(query);
    const products = await this.products.all();
    return { success: true, products, total: products.length };
  }

  @HandlesCall('GET /products/suggest')
  @Header('content-type', JSON_TYPE)
  async suggest(@Input() { query }: Input<'GET /products/suggest'>): Promise<Buffer> {
    return this.search.suggest(query);
  }

  /** @throws AppError PRODUCT_NOT_FOUND when there is none, or no longer */
  @HandlesCall('GET /products/getOne/{id}')
  @Header('content-type', JSON_TYPE)
  async getOne(@Input() { params }: Input<'GET /products/getOne/{id}'>): Promise<Buffer> {
    const product = await this.current.one(params.id);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    return oneProduct(product);
  }

  @HandlesCall('POST /products/create')
  async create(
    @Input() { body }: Input<'POST /products/create'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /products/create'>> {
    return { success: true, message: 'Product added.', product: await this.products.create(body, caller) };
  }

  @HandlesCall('PUT /products/update/{id}')
  async update(
    @Input() { params, body }: Input<'PUT /products/update/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /products/update/{id}'>> {
    return { success: true, message: 'Product updated.', product: await this.products.update(params.id, body, caller) };
  }

  @HandlesCall('DELETE /products/delete/{id}')
  async remove(
    @Input() { params }: Input<'DELETE /products/delete/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'DELETE /products/delete/{id}'>> {
    await this.products.remove(params.id, caller);
    return { success: true, message: 'Product deleted.' };
  }

  /** The facts on which carts rest; products that are gone are left out. */
  @MessagePattern('rpc.catalog.products.get')
  async get(
    @Payload() { ids }: CommandRequest<'rpc.catalog.products.get'>,
  ): Promise<CommandReply<'rpc.catalog.products.get'>> {
    const found = (await this.current.some(ids)).map(({ text }) => JSON.parse(text.toString()) as Product);
    return { products: found.map(({ price, ...rest }) => ({ ...rest, pricePaise: rupeesToPaise(price) })) };
  }
}
