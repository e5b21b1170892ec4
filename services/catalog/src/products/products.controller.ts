import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { ImageHost } from '../images/image-host.js';
import { ProductCache } from './product-cache.js';
import { toCatalogProduct } from './product-view.js';
import { ProductsService } from './products.service.js';

/** Product writes of admins, and product reads of other services. Public reads: `SearchController`. */
@Controller()
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly cache: ProductCache,
    private readonly images: ImageHost,
  ) {}

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

  @HandlesCall('POST /products/images/signature')
  signUpload(): CallResponse<'POST /products/images/signature'> {
    return { success: true, upload: this.images.signUpload() };
  }

  @MessagePattern('rpc.catalog.products.get')
  async get(
    @Payload() { ids }: CommandRequest<'rpc.catalog.products.get'>,
  ): Promise<CommandReply<'rpc.catalog.products.get'>> {
    return { products: (await this.cache.find(ids)).map((product) => toCatalogProduct(product, this.images)) };
  }
}
