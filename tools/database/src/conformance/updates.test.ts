import { Decimal128, type Document } from 'mongodb';
import { check, errorCode, databaseFor, findFirst, update } from './against.js';

describe('updates', () => {
  databaseFor('updates');
  check(
    'Decimal128 $inc',
    update(
      { _id: 1, p: Decimal128.fromString('1.10') },
      { _id: 1 },
      { $inc: { p: Decimal128.fromString('0.20') } },
      {},
      (x) => String(x.p),
    ),
    '1.30',
  );
  check(
    '$inc int overflow → long',
    update({ _id: 1, n: 2147483647 }, { _id: 1 }, { $inc: { n: 1 } }, {}, (x) => x.n),
    2147483648,
  );
  check(
    'int/double $inc',
    update({ _id: 1, n: 1 }, { _id: 1 }, { $inc: { n: 0.5 } }, {}, (x) => x.n),
    1.5,
  );
  check(
    'positional dotted + elemMatch',
    update(
      {
        _id: 1,
        v: [
          { s: 'a', n: 1 },
          { s: 'b', n: 1 },
        ],
      },
      { _id: 1, v: { $elemMatch: { s: 'b', n: { $gte: 1 } } } },
      { $inc: { 'v.$.n': -1 } },
      {},
      (x) => x.v.map((y: Document) => y.n),
    ),
    [1, 0],
  );
  check(
    'positional no match error',
    async (items) => {
      await items.insertOne({ _id: 1, v: [1] });
      try {
        await items.updateOne({ _id: 1 }, { $set: { 'v.$': 2 } });
        return 'none';
      } catch (error) {
        return errorCode(error);
      }
    },
    2,
  );
  check(
    'nested arrayFilters',
    update(
      {
        _id: 1,
        v: [
          {
            s: 'a',
            w: [
              { k: 1, n: 1 },
              { k: 2, n: 1 },
            ],
          },
          { s: 'b', w: [{ k: 1, n: 1 }] },
        ],
      },
      { _id: 1 },
      { $inc: { 'v.$[x].w.$[y].n': 5 } },
      { arrayFilters: [{ 'x.s': 'a' }, { 'y.k': 2 }] },
      (x) => x.v.map((y: Document) => y.w.map((z: Document) => z.n)),
    ),
    [[1, 6], [1]],
  );
  check(
    '$inc on string error',
    async (items) => {
      await items.insertOne({ _id: 1, a: 'x' });
      try {
        await items.updateOne({ _id: 1 }, { $inc: { a: 1 } });
        return 'none';
      } catch (error) {
        return errorCode(error);
      }
    },
    14,
  );
  check(
    'conflict error',
    async (items) => {
      await items.insertOne({ _id: 1 });
      try {
        await items.updateOne({ _id: 1 }, { $set: { a: 1 }, $inc: { a: 1 } });
        return 'none';
      } catch (error) {
        return errorCode(error);
      }
    },
    40,
  );
  check(
    'immutable _id',
    async (items) => {
      await items.insertOne({ _id: 1 });
      try {
        await items.updateOne({ _id: 1 }, { $set: { _id: 2 } });
        return 'none';
      } catch (error) {
        return errorCode(error);
      }
    },
    66,
  );
  check(
    'no-op modified 0',
    async (items) => {
      await items.insertOne({ _id: 1, a: 1 });
      const r = await items.updateOne({ _id: 1 }, { $set: { a: 1 } });
      return [r.matchedCount, r.modifiedCount];
    },
    [1, 0],
  );
  check(
    'upsert $or/$and eq',
    async (items) => {
      await items.updateOne(
        { $and: [{ a: 1 }, { b: { $eq: 2 } }], c: { $gt: 5 } },
        { $set: { d: 1 } },
        { upsert: true },
      );
      const x = await findFirst(items);
      delete x._id;
      return x;
    },
    { a: 1, b: 2, d: 1 },
  );
  check(
    '$pullAll $pop $bit $push pos',
    update(
      { _id: 1, a: [1, 2, 3, 2], b: [1, 2, 3], c: [1, 4], f: 5 },
      { _id: 1 },
      { $pullAll: { a: [2] }, $pop: { b: -1 }, $push: { c: { $each: [2, 3], $position: 1 } }, $bit: { f: { and: 4 } } },
      {},
      (x) => [x.a, x.b, x.c, x.f],
    ),
    [[1, 3], [2, 3], [1, 2, 3, 4], 4],
  );
});
