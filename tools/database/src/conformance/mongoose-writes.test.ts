import mongoose from 'mongoose';
import type { Document } from 'mongodb';
import { errorCode, findFirst } from './against.js';
import { addProducts, check, eq, mongooseFor, Orders, findProduct, Products, raw } from './shop.js';

describe('mongoose: writing, indexes, transactions', () => {
  mongooseFor('writes');
  check('init indexes', () => Products.init().then(() => Orders.init()));
  check('syncIndexes idempotent', async () => eq(await Products.syncIndexes(), []));
  check('listIndexes', async () => (await Products.collection.indexes()).map((i) => i.name));
  check('insertMany', async () => eq(await addProducts(), 200));
  check('unique dup', async () => {
    try {
      await Products.create({ sku: 'S1' });
      return false;
    } catch (caught) {
      const e = caught as Document;
      eq([e.code, e.keyPattern, e.keyValue], [11000, { sku: 1 }, { sku: 'S1' }]);
      return e.message;
    }
  });
  check('partial unique dup', async () => {
    try {
      await Products.create({ sku: 'X1', slug: 'slug2', active: true });
      return false;
    } catch (caught) {
      const e = caught as Document;
      return eq([e.code, e.keyPattern], [11000, { slug: 1 }]);
    }
  });
  check('partial unique allowed', async () => {
    await Products.create({ sku: 'X2', slug: 'slug2', active: false });
  });
  check('update into dup', async () => {
    try {
      await Products.updateOne({ sku: 'S3' }, { $set: { sku: 'S4' } });
      return false;
    } catch (caught) {
      const e = caught as Document;
      return eq([e.code, e.keyValue], [11000, { sku: 'S4' }]);
    }
  });
  check('findOneAndUpdate into dup', async () => {
    try {
      await Products.findOneAndUpdate({ sku: 'S3' }, { $set: { sku: 'S4' } });
      return false;
    } catch (caught) {
      const e = caught as Document;
      return eq([e.code, e.keyPattern, e.keyValue], [11000, { sku: 1 }, { sku: 'S4' }]);
    }
  });
  check('save dup', async () => {
    const d = await findProduct({ sku: 'S3' });
    d.sku = 'S5';
    try {
      await d.save();
      return false;
    } catch (error) {
      return eq(errorCode(error), 11000);
    }
  });
  check('upsert updateOne', async () => {
    const r = await Products.updateOne(
      { sku: 'UP' },
      { $set: { name: 'u' }, $setOnInsert: { stock: 3 } },
      { upsert: true },
    );
    return eq([r.upsertedCount, (await findProduct({ sku: 'UP' })).stock], [1, 3]);
  });
  check('upsert races on several keys', async () => {
    const codes = new Set<unknown>();
    for (let round = 0; round < 6; round++) {
      // Three concurrent races: conflicts in one must not block the others.
      const upsert = (_: unknown, k: number) =>
        Products.findOneAndUpdate(
          { sku: `RACE-${round}-${k % 3}` },
          { $inc: { stock: 1 } },
          { upsert: true, returnDocument: 'after' },
        ).then(() => 'done', errorCode);
      for (const outcome of await Promise.all(Array.from({ length: 72 }, upsert))) codes.add(outcome);
    }
    // Only unique-index errors may reach the client; the server retries write conflicts.
    codes.delete('done');
    codes.delete(11000);
    return eq([...codes], []);
  });
  check('upsert race', async () => {
    const rs = await Promise.allSettled(
      Array.from({ length: 40 }, () =>
        Products.findOneAndUpdate({ sku: 'RACE' }, { $inc: { stock: 1 } }, { upsert: true, returnDocument: 'after' }),
      ),
    );
    const d = await Products.find({ sku: 'RACE' });
    const okc = rs.filter((r: Document) => r.status === 'fulfilled').length;
    return eq([d.length, d[0]?.['stock']], [1, okc]) && { okc };
  });
  check('upsert races on one _id', async () => {
    const counters = Products.db.collection<{ _id: string; last: number }>('counters');
    const increment = async (id: string): Promise<unknown> => {
      const filter = { _id: id };
      const update = { $inc: { last: 1 } };
      if (id.endsWith('0'))
        return (await counters.findOneAndUpdate(filter, update, { upsert: true, returnDocument: 'after' }))?.last;
      await counters.bulkWrite([
        { updateOne: { filter: { _id: `${id}-of-bulk` }, update, upsert: true } },
        { updateOne: { filter, update, upsert: true } },
      ]);
      return undefined;
    };
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 16 }, (_, k) => increment(`${round}-${k % 2}`)));
    const lasts = (await counters.find({}).toArray()).map(({ last }) => last);
    return eq([lasts.length, lasts.filter((last) => last !== 8)], [60, []]);
  });
  check('100 buyers of 10', async () => {
    await Products.updateOne({ sku: 'S0' }, { stock: 10 });
    const rs = await Promise.all(
      Array.from({ length: 100 }, () => Products.updateOne({ sku: 'S0', stock: { $gte: 1 } }, { $inc: { stock: -1 } })),
    );
    return eq(
      [rs.filter((r: Document) => r.modifiedCount === 1).length, (await findProduct({ sku: 'S0' })).stock],
      [10, 0],
    );
  });
  check('100 buyers findOneAndUpdate', async () => {
    await Products.updateOne({ sku: 'S0' }, { stock: 10 });
    const rs = await Promise.all(
      Array.from({ length: 100 }, () =>
        Products.findOneAndUpdate(
          { sku: 'S0', stock: { $gte: 1 } },
          { $inc: { stock: -1 } },
          { returnDocument: 'after' },
        ),
      ),
    );
    return eq(
      [
        rs.filter(Boolean).length,
        new Set(rs.filter(Boolean).map((x) => x?.['stock'])).size,
        (await findProduct({ sku: 'S0' })).stock,
      ],
      [10, 10, 0],
    );
  });
  check('100 buyers of variant (positional)', async () => {
    await Products.updateOne({ sku: 'S9', 'variants.sku': 'S9-2' }, { $set: { 'variants.$.stock': 10 } });
    const rs = await Promise.all(
      Array.from({ length: 100 }, () =>
        Products.updateOne(
          { sku: 'S9', variants: { $elemMatch: { sku: 'S9-2', stock: { $gte: 1 } } } },
          { $inc: { 'variants.$.stock': -1 } },
        ),
      ),
    );
    return eq(
      [rs.filter((r: Document) => r.modifiedCount === 1).length, (await findProduct({ sku: 'S9' })).variants[1].stock],
      [10, 0],
    );
  });
  check('100 buyers in transactions', async () => {
    await Products.updateOne({ sku: 'S0' }, { stock: 10 });
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const s = await mongoose.startSession();
        try {
          await s.withTransaction(async () => {
            const p = await Products.findOne({ sku: 'S0' }).session(s);
            if (!p || p['stock'] < 1) return;
            p['stock'] -= 1;
            await p.save({ session: s });
            await Orders.create([{ total: 1, status: 'tx' }], { session: s });
          });
        } catch {
          // a driver stops retrying after many conflicts
        } finally {
          await s.endSession();
        }
      }),
    );
    const n = await Orders.countDocuments({ status: 'tx' });
    return eq([n, (await findProduct({ sku: 'S0' })).stock], [10, 0]);
  });
  check('tx abort', async () => {
    const s = await mongoose.startSession();
    try {
      await s.withTransaction(async () => {
        await Orders.create([{ total: 5, status: 'ab' }], { session: s });
        throw new Error('x');
      });
    } catch {}
    await s.endSession();
    return eq(await Orders.countDocuments({ status: 'ab' }), 0);
  });
  check('tx new collection', async () => {
    const s = await mongoose.startSession();
    await s.withTransaction(async () => {
      await raw('fresh').insertOne({ a: 1 }, { session: s });
    });
    await s.endSession();
    return eq(await raw('fresh').countDocuments(), 1);
  });
  check('tx dup key then abort', async () => {
    const s = await mongoose.startSession();
    let c;
    try {
      await s.withTransaction(async () => {
        await Orders.create([{ total: 5, status: 'd' }], { session: s });
        await Products.create([{ sku: 'S1' }], { session: s });
      });
    } catch (caught) {
      const e = caught as Document;
      c = e.code;
    }
    await s.endSession();
    return eq([c, await Orders.countDocuments({ status: 'd' })], [11000, 0]);
  });
  check('bulkWrite', async () => {
    const r = await Products.bulkWrite([
      { insertOne: { document: { sku: 'B1' } } },
      { updateOne: { filter: { sku: 'S1' }, update: { $set: { name: 'z' } } } },
      { updateMany: { filter: { cat: 'c1' }, update: { $inc: { stock: 1 } } } },
      { deleteOne: { filter: { sku: 'S2' } } },
      { replaceOne: { filter: { sku: 'B2' }, replacement: { sku: 'B2' }, upsert: true } },
    ]);
    return eq([r.insertedCount, r.matchedCount, r.deletedCount, r.upsertedCount], [1, 51, 1, 1]);
  });
  check('bulkWrite unordered dup', async () => {
    try {
      await Products.bulkWrite(
        [{ insertOne: { document: { sku: 'S1' } } }, { insertOne: { document: { sku: 'B3' } } }],
        {
          ordered: false,
        },
      );
      return false;
    } catch (caught) {
      const e = caught as Document;
      return eq([e.code, e.result.insertedCount, e.writeErrors.length], [11000, 1, 1]);
    }
  });
  check('$push $each $slice $sort', async () => {
    await Products.updateOne({ sku: 'S5' }, { $push: { ratings: { $each: [3, 1, 2, 9], $sort: -1, $slice: 3 } } });
    return eq((await findProduct({ sku: 'S5' })).ratings, [9, 3, 2]);
  });
  check('$pull $addToSet', async () => {
    await Products.updateOne({ sku: 'S5' }, { $pull: { ratings: { $lt: 3 } }, $addToSet: { tags: 'a' } });
    const d = await findProduct({ sku: 'S5' });
    return eq([d.ratings, d.tags.length], [[9, 3], 2]);
  });
  check('$pull subdoc', async () => {
    await Products.updateOne({ sku: 'S6' }, { $pull: { variants: { sku: 'S6-1' } } });
    return eq((await findProduct({ sku: 'S6' })).variants.length, 1);
  });
  check('arrayFilters', async () => {
    await Products.updateOne(
      { sku: 'S7' },
      { $set: { 'variants.$[v].stock': 99 } },
      { arrayFilters: [{ 'v.sku': 'S7-2' }] },
    );
    return eq(
      (await findProduct({ sku: 'S7' })).variants.map((v: Document) => v.stock),
      [5, 99],
    );
  });
  check('$[] all', async () => {
    await Products.updateOne({ sku: 'S7' }, { $inc: { 'variants.$[].stock': 1 } });
    return eq(
      (await findProduct({ sku: 'S7' })).variants.map((v: Document) => v.stock),
      [6, 100],
    );
  });
  check('pipeline update', async () => {
    await Products.updateOne({ sku: 'S8' }, [{ $set: { stock: { $multiply: ['$stock', 2] } } }], {
      updatePipeline: true,
    });
    return eq((await findProduct({ sku: 'S8' })).stock, 16);
  });
  check('$unset $rename $min $max $mul $currentDate', async () => {
    await Products.collection.updateOne(
      { sku: 'S10' },
      { $unset: { desc: 1 }, $rename: { name: 'nm' }, $min: { stock: 2 }, $currentDate: { now: true } },
    );
    const d = await findFirst(raw('products'), { sku: 'S10' });
    return eq([d.desc === undefined, !!d.nm, d.stock, d.now instanceof Date], [true, true, 2, true]);
  });
});
