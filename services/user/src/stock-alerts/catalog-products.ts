import { Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';

/** A product as the catalog tells of it; its price in rupees. */
export type CatalogProduct = CommandReply<'rpc.catalog.products.get'>['products'][number];

/** Two questions have to fit into one call's deadline at the gateway, ms. */
const DEADLINE_MS = 4_000;

/** Asks the catalog, which alone knows what there is. */
@Injectable()
export class CatalogProducts {
  constructor(private readonly commands: Commands) {}

  /**
   * Undefined when the product has left the shop.
   * @throws AppError UNAVAILABLE
   */
  async find(id: string): Promise<CatalogProduct | undefined> {
    const { products } = await this.commands.ask('rpc.catalog.products.get', { ids: [id] }, DEADLINE_MS);
    return products[0];
  }
}

/**
 * Whether a piece can be bought now.
 * @param size the empty text asks for any
 */
export function canBeBought(
  { stock, sizes, sizeStock }: Pick<CatalogProduct, 'stock' | 'sizes' | 'sizeStock'>,
  size: string,
): boolean {
  if (size === '') return stock > 0;
  if (!sizes.includes(size)) return false;
  // Where stock is counted by size that count decides; elsewhere one stock serves all sizes.
  return sizeStock?.length ? sizeStock.some((of) => of.size === size && of.stock > 0) : stock > 0;
}
