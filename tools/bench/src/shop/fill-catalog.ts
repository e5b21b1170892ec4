import { MongoClient, ObjectId } from 'mongodb';
import { madeProduct } from './made-products.js';

/** So many documents a command. */
const BATCH = 1_000;

/**
 * Puts made products straight into the catalog's database, from the nth on; the catalog hears of them by its next start only.
 * @returns the ids, newest product first
 */
export async function fillCatalog(
  databaseUri: string,
  { from = 0, to, now }: { from?: number; to: number; now: number },
): Promise<string[]> {
  const client = new MongoClient(databaseUri);
  try {
    const products = client.db().collection('products');
    const ids: string[] = [];
    for (let start = from; start < to; start += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, to - start) }, (_, index) => ({
        _id: new ObjectId(),
        ...madeProduct(start + index, now),
      }));
      await products.insertMany(batch, { ordered: false });
      ids.push(...batch.map(({ _id }) => _id.toHexString()));
    }
    return ids;
  } finally {
    await client.close();
  }
}
