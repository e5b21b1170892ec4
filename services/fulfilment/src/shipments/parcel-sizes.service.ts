import { Injectable } from '@nestjs/common';
import type { ParcelSize } from '../couriers/courier.js';
import { ProductCache } from '../promise/product-cache.js';
import { DeliveryStore } from '../settings/delivery-store.js';

const DEFAULT_SIZE = { lengthCm: 32, breadthCm: 26, heightCm: 6 } as const;
const MIN_GRAMS = 100;

/** What parcels weigh that nobody has measured. */
@Injectable()
export class ParcelSizes {
  constructor(
    private readonly products: ProductCache,
    private readonly settings: DeliveryStore,
  ) {}

  /** By the catalog's weights, else by those of the settings. */
  async of(lines: readonly { productId: string; quantity: number }[]): Promise<ParcelSize> {
    const { weightGrams } = (await this.settings.current()).settings.value;
    const facts = await this.products.get(lines.map(({ productId }) => productId)).catch(() => []);
    const grams = lines.reduce((sum, { quantity }, index) => {
      const fact = facts[index];
      return sum + quantity * (fact ? (fact.weightGrams ?? weightGrams[fact.category]) : weightGrams.saree);
    }, 0);
    return { ...DEFAULT_SIZE, weightGrams: Math.max(MIN_GRAMS, grams) };
  }
}
