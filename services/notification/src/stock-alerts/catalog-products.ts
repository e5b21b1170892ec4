import { Injectable } from '@nestjs/common';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { Commands } from '@rangavalli/service-kit/commands/commands';

/** Two requests fit into the deadline of one HTTP call, ms. */
const DEADLINE_MS = 4_000;

@Injectable()
export class CatalogProducts {
  constructor(private readonly commands: Commands) {}

  async find(id: string): Promise<CatalogProduct | undefined> {
    const [product] = await this.findAll([id]);
    return product;
  }

  /** Returns those that exist. @throws AppError UNAVAILABLE */
  async findAll(ids: string[]): Promise<CatalogProduct[]> {
    return (await this.commands.request('rpc.catalog.products.get', { ids }, DEADLINE_MS)).products;
  }
}

export function isInStock(
  { stock, sizes, sizeStock }: Pick<CatalogProduct, 'stock' | 'sizes' | 'sizeStock'>,
  size: string,
): boolean {
  if (size === '') return stock > 0;
  if (!sizes.includes(size)) return false;
  // Without stock by size, one stock serves all sizes.
  return sizeStock?.length ? sizeStock.some((entry) => entry.size === size && entry.stock > 0) : stock > 0;
}
