import { Inject, Injectable } from '@nestjs/common';
import { category } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { ParcelSize } from '../couriers/courier.js';
import { type ItemFacts, ProductCache } from '../promise/product-cache.js';
import { DeliveryStore } from '../settings/delivery-store.js';

const DEFAULT_SIZE = { lengthCm: 32, breadthCm: 26, heightCm: 6 } as const;
const MIN_GRAMS = 100;

interface Weighed {
  productId: string;
  /** Of the ordered line. */
  category?: string | undefined;
}

/** What parcels weigh that nobody has measured. */
@Injectable()
export class ParcelSizes {
  constructor(
    private readonly products: ProductCache,
    private readonly settings: DeliveryStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Without a known category, units count as sarees. */
  async of(lines: readonly (Weighed & { quantity: number })[]): Promise<ParcelSize> {
    const { weightGrams } = (await this.settings.current()).settings.value;
    const grams = await this.unitGrams(lines);
    const sum = lines.reduce((total, { quantity }, index) => total + quantity * (grams[index] ?? weightGrams.saree), 0);
    return { ...DEFAULT_SIZE, weightGrams: Math.max(MIN_GRAMS, sum) };
  }

  /**
   * Returns what one unit of each line weighs: by the catalog, else by the settings for its category; undefined without
   * a known one.
   */
  async unitGrams(lines: readonly Weighed[]): Promise<(number | undefined)[]> {
    const { weightGrams } = (await this.settings.current()).settings.value;
    const products = await this.findProducts(lines);
    return lines.map((line, index) => {
      const product = products[index];
      const known = category.options.find((one) => one === (product?.category ?? line.category));
      return product?.weightGrams ?? (known && weightGrams[known]);
    });
  }

  /** Returns none while the catalog is away. */
  private async findProducts(lines: readonly Weighed[]): Promise<(ItemFacts | undefined)[]> {
    try {
      return await this.products.find(lines.map(({ productId }) => productId));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.debug({ err: error }, 'weights by category');
      return [];
    }
  }
}
