import mongoose, { type Connection, type Model } from 'mongoose';
import { testMongoUri } from '../testing/test-service.js';
import { findPage } from './paging.js';

interface Saree {
  number: number;
  weave: string;
}

describe('findPage', () => {
  let connection: Connection;
  let sarees: Model<Saree>;
  beforeAll(async () => {
    const uri = new URL(testMongoUri());
    uri.pathname = `/test_paging_${process.pid}_${Date.now()}`;
    connection = await mongoose.createConnection(uri.toString()).asPromise();
    sarees = connection.model<Saree>('Saree', new mongoose.Schema<Saree>({ number: Number, weave: String }));
    await sarees.insertMany([1, 2, 3, 4, 5].map((number) => ({ number, weave: number < 5 ? 'ikat' : 'pochampally' })));
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const find = async (page?: number, filter = {}) => {
    const { items, ...info } = await findPage(sarees, { filter, sort: { number: 1 }, page, pageSize: 2 });
    return { numbers: items.map(({ number }) => number), ...info };
  };

  it('returns the first page by default', async () => {
    expect(await find()).toEqual({ numbers: [1, 2], total: 5, page: 1, pages: 3 });
  });

  it('returns the last page for any page beyond it', async () => {
    expect(await find(3)).toEqual({ numbers: [5], total: 5, page: 3, pages: 3 });
    expect(await find(9)).toEqual(await find(3));
  });

  it('counts only documents that match the filter', async () => {
    expect(await find(1, { weave: 'pochampally' })).toEqual({ numbers: [5], total: 1, page: 1, pages: 1 });
  });

  it('has one empty page when nothing matches', async () => {
    expect(await find(1, { weave: 'kanchipuram' })).toEqual({ numbers: [], total: 0, page: 1, pages: 1 });
  });
});
