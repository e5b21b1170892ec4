import mongoose, { type Model } from 'mongoose';
import type { Document } from 'mongodb';
import { startTestDatabase, type Items } from './against.js';

const { Schema } = mongoose;
const DAY_MS = 86_400_000;
const START_MS = 120_000;

const products = new Schema(
  {
    sku: { type: String, required: true, unique: true },
    name: String,
    desc: String,
    price: Schema.Types.Decimal128,
    stock: Number,
    tags: [String],
    cat: String,
    slug: String,
    active: Boolean,
    variants: [{ sku: String, stock: Number, opts: Schema.Types.Mixed }],
    expires: Date,
    ratings: [Number],
  },
  { timestamps: true },
)
  .index({ cat: 1, name: 1 })
  .index({ slug: 1 }, { unique: true, partialFilterExpression: { active: true } })
  .index({ expires: 1 }, { expireAfterSeconds: 0 })
  .index({ name: 'text', desc: 'text' }, { weights: { name: 5 } })
  .index({ 'variants.sku': 1 }, { sparse: true });

const orders = new Schema({
  user: Schema.Types.ObjectId,
  total: Number,
  lines: [{ product: { type: Schema.Types.ObjectId, ref: 'Product' }, qty: Number }],
  at: Date,
  status: String,
});

export const Products = mongoose.model('Product', products) as unknown as Model<Document>;
export const Orders = mongoose.model('Order', orders) as unknown as Model<Document>;

export const raw = (name: string): Items => mongoose.connection.collection(name) as unknown as Items;

export async function findProduct(filter: Document): Promise<Document> {
  const product = await Products.findOne(filter);
  if (!product) throw new Error('no product found');
  return product;
}

export async function addProducts(): Promise<number> {
  await Products.init();
  const added = await Products.insertMany(
    Array.from({ length: 200 }, (_, i) => ({
      sku: `S${i}`,
      name: `Item ${i} ${['red', 'green', 'blue'][i % 3]} shirt`,
      desc: 'cotton wear',
      price: mongoose.Types.Decimal128.fromString((i * 1.1).toFixed(2)),
      stock: i,
      tags: ['a', `t${i % 5}`],
      cat: `c${i % 4}`,
      slug: `slug${i}`,
      active: i % 2 === 0,
      variants: [
        { sku: `S${i}-1`, stock: 5 },
        { sku: `S${i}-2`, stock: 7 },
      ],
    })),
  );
  return added.length;
}

export async function addOrders(): Promise<void> {
  const some = await Products.find().limit(10);
  await Orders.deleteMany({});
  await Orders.insertMany(
    Array.from({ length: 500 }, (_, i) => ({
      total: i,
      at: new Date(Date.UTC(2026, 0, 1) + (i % 60) * DAY_MS),
      status: ['paid', 'new'][i % 2],
      lines: [{ product: some[i % 10]?._id, qty: (i % 3) + 1 }, { qty: 1 }],
    })),
  );
}

export function mongooseFor(name: string, fill: () => Promise<unknown> = async () => undefined): void {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const database = await startTestDatabase();
    stop = database.stop;
    await mongoose.connect(database.uri, { dbName: `conformance_${name}_${process.pid}`, maxPoolSize: 32 });
    await fill();
  }, START_MS);
  afterAll(async () => {
    await mongoose.connection.dropDatabase();
    await mongoose.disconnect();
    await stop();
  });
}

/** Declares a test that fails when `run` returns false or throws. The tests of a file depend on each other. */
export const check = (name: string, run: () => Promise<unknown>): void =>
  it(name, async () => {
    expect(await run()).not.toBe(false);
  });

export function eq(actual: unknown, expected: unknown): true {
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
  return true;
}
