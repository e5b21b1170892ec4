import type { ClothOrder } from '@rangavalli/loom/cloth';
import type { Silhouette } from '@rangavalli/loom/catalogue';
import type { Category, SareeType } from '@rangavalli/contracts/entities/product';

/** The names under which the shop shows its Trending Collections (specification §2, Footer). */
export const weaves = [
  'Kanchipuram Pattu', 'Banarasi Silk', 'Chanderi Cotton', 'Paithani Weaves', 'Kalamkari Prints', 'Ikat Elegance', 'Patola Splendor', 'Organza Drapes', 'Tussar Classics',
] as const;
export type WeaveName = (typeof weaves)[number];

/** One product of the opening stock, with the cloth that the loom draws it in. */
export interface OpeningProduct {
  name: string;
  description: string;
  /** Rupees. */
  price: number;
  category: Category;
  sareeType?: SareeType;
  stock: number;
  sizes: string[];
  tags: string[];
  fabric: string;
  weave?: WeaveName;
  colour: string;
  occasion: string;
  silhouette: Silhouette;
  cloth: Omit<ClothOrder, 'seed'>;
}

/** What differs from saree to saree; the group says the rest. */
export type Piece = Omit<OpeningProduct, 'category' | 'sareeType' | 'silhouette' | 'sizes' | 'fabric' | 'weave'> & { sizes?: string[]; fabric?: string; weave?: WeaveName; silhouette?: Silhouette };

/** Completes pieces that share kind, cloth and sizes. */
export function group(common: Pick<OpeningProduct, 'category' | 'sareeType' | 'silhouette' | 'sizes' | 'fabric' | 'weave'>, pieces: readonly Piece[]): OpeningProduct[] {
  return pieces.map((piece) => ({ ...common, ...piece }));
}
