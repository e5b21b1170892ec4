import mongoose from 'mongoose';
import type { Document } from 'mongodb';
import { errorCode } from './against.js';
import { addOrders, addProducts, check, eq, mongooseFor, Orders, findProduct, Products, raw } from './shop.js';

describe('mongoose: reading, aggregation, cursors', () => {
  mongooseFor('reads', async () => {
    await addProducts();
    await Products.updateMany({ cat: 'c1' }, { $inc: { stock: 1 } });
  });
  check('$text', async () => {
    const r = await Products.find({ $text: { $search: 'green shirt' } }, { score: { $meta: 'textScore' } })
      .sort({ score: { $meta: 'textScore' } })
      .limit(5);
    if (!r.length) return false;
    return r.map((x) => [x.name, x.get('score')]);
  });
  check('$text phrase/negation', async () => {
    const a = await Products.countDocuments({ $text: { $search: '"green shirt"' } }),
      b = await Products.countDocuments({ $text: { $search: 'shirt -green' } });
    return [a, b];
  });
  check('$regex', async () => eq(await Products.countDocuments({ sku: /^s1\d$/i }), 10));
  check('$regex str', async () => eq(await Products.countDocuments({ sku: { $regex: '^S1', $options: '' } }), 111));
  check('sort skip limit projection', async () =>
    eq(
      (
        await Products.find({ sku: /^S\d+$/ })
          .sort({ stock: -1, sku: 1 })
          .skip(2)
          .limit(3)
          .select('sku -_id')
          .lean()
      ).map((x: Document) => x.sku),
      ['S198', 'S196', 'S195'],
    ),
  );
  check('decimal128 sort', async () =>
    eq(
      (await Products.find({ price: { $gte: mongoose.Types.Decimal128.fromString('217') } }).sort({ price: -1 })).map(
        (x: Document) => x.price.toString(),
      ),
      ['218.90', '217.80'],
    ),
  );
  check('distinct', async () =>
    eq(
      (await Products.distinct('cat')).map(String).sort((a, b) => a.localeCompare(b)),
      ['c0', 'c1', 'c2', 'c3'],
    ),
  );
  check('countDocuments/estimated', async () =>
    eq(
      [await Products.countDocuments({}), await Products.estimatedDocumentCount()].map((x, i, a) => x === a[0]),
      [true, true],
    ),
  );
  check('populate', async () => {
    const p = await findProduct({ sku: 'S1' });
    const o = await Orders.create({
      user: new mongoose.Types.ObjectId(),
      total: 3,
      lines: [{ product: p._id, qty: 2 }],
      at: new Date(),
      status: 'new',
    });
    const x = await Orders.findById(o._id).populate('lines.product');
    return eq(x?.['lines'][0].product.sku, 'S1');
  });
  check('500 orders', addOrders);
  check('$match $group $sort', async () =>
    eq(
      await Orders.aggregate([
        { $match: { status: 'paid' } },
        {
          $group: {
            _id: '$status',
            n: { $sum: 1 },
            t: { $sum: '$total' },
            a: { $avg: '$total' },
            mx: { $max: '$total' },
          },
        },
        { $sort: { _id: 1 } },
      ]),
      [{ _id: 'paid', n: 250, t: 62250, a: 249, mx: 498 }],
    ),
  );
  check('$facet', async () => {
    const [r] = await Orders.aggregate([
      {
        $facet: {
          items: [{ $sort: { total: -1 } }, { $limit: 2 }, { $project: { total: 1, _id: 0 } }],
          count: [{ $count: 'n' }],
        },
      },
    ]);
    return eq(r, { items: [{ total: 499 }, { total: 498 }], count: [{ n: 500 }] });
  });
  check('$lookup $unwind', async () => {
    const r = await Orders.aggregate([
      { $unwind: '$lines' },
      { $lookup: { from: 'products', localField: 'lines.product', foreignField: '_id', as: 'p' } },
      { $unwind: '$p' },
      { $group: { _id: '$p.sku', q: { $sum: '$lines.qty' } } },
      { $sort: { q: -1, _id: 1 } },
    ]);
    return eq(r.length, 10) && r[0];
  });
  check('$lookup pipeline', async () => {
    const r = await Orders.aggregate([
      { $limit: 3 },
      {
        $lookup: {
          from: 'products',
          let: { p: '$lines.product' },
          pipeline: [{ $match: { $expr: { $in: ['$_id', { $ifNull: ['$$p', []] }] } } }, { $project: { sku: 1 } }],
          as: 'ps',
        },
      },
    ]);
    return eq(
      r.map((x: Document) => x.ps.length),
      [1, 1, 1],
    );
  });
  check('$dateTrunc', async () => {
    const r = await Orders.aggregate([
      { $group: { _id: { $dateTrunc: { date: '$at', unit: 'month' } }, n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ]);
    return eq(
      r.map((x) => [x._id.toISOString().slice(0, 10), x.n]),
      [
        ['2026-01-01', 268],
        ['2026-02-01', 224],
        ['2026-03-01', 8],
      ],
    );
  });
  check('$dateTrunc tz week', async () => {
    const r = await Orders.aggregate([
      {
        $group: {
          _id: { $dateTrunc: { date: '$at', unit: 'week', timezone: 'Europe/Berlin', startOfWeek: 'monday' } },
          n: { $sum: 1 },
        },
      },
      { $sort: { _id: 1 } },
      { $limit: 1 },
    ]);
    return eq(r[0]._id.toISOString(), '2025-12-28T23:00:00.000Z');
  });
  check('$dateToString', async () => {
    const r = await Orders.aggregate([
      { $group: { _id: { $dateToString: { date: '$at', format: '%Y-%m', timezone: 'UTC' } } } },
      { $sort: { _id: 1 } },
    ]);
    return r.map((x: Document) => x._id);
  });
  check('$setWindowFields', async () => {
    const r = await Orders.aggregate([
      { $match: { total: { $lt: 5 } } },
      {
        $setWindowFields: {
          sortBy: { total: 1 },
          output: {
            run: { $sum: '$total', window: { documents: ['unbounded', 'current'] } },
            rank: { $denseRank: {} },
          },
        },
      },
      { $sort: { total: 1 } },
      { $project: { _id: 0, run: 1, rank: 1 } },
    ]);
    return eq(
      r.map((x: Document) => x.run),
      [0, 1, 3, 6, 10],
    );
  });
  check('$bucket $sortByCount $addFields $cond $switch', async () => {
    const r = await Orders.aggregate([
      { $bucket: { groupBy: '$total', boundaries: [0, 100, 500], output: { n: { $sum: 1 } } } },
    ]);
    const q = await Orders.aggregate([{ $sortByCount: '$status' }]);
    return eq([r.map((x: Document) => x.n), q.length], [[100, 400], 2]);
  });
  check('$graphLookup', async () => {
    const c = raw('cats');
    await c.insertMany([{ _id: 1 }, { _id: 2, p: 1 }, { _id: 3, p: 2 }]);
    const r = await c
      .aggregate([
        { $match: { _id: 3 } },
        { $graphLookup: { from: 'cats', startWith: '$p', connectFromField: 'p', connectToField: '_id', as: 'up' } },
      ])
      .toArray();
    return eq(r[0]?.['up'].length, 2);
  });
  check('$unionWith $merge $out', async () => {
    const c = raw('cats');
    await c
      .aggregate([{ $merge: { into: 'cats2', on: '_id', whenMatched: 'replace', whenNotMatched: 'insert' } }])
      .toArray();
    await c.aggregate([{ $out: 'cats3' }]).toArray();
    const n = await c
      .aggregate([
        { $unionWith: 'cats2' },
        { $unionWith: { coll: 'cats3', pipeline: [{ $match: { _id: 1 } }] } },
        { $count: 'n' },
      ])
      .toArray();
    return eq(n, [{ n: 7 }]);
  });
  check('10,500 documents', () =>
    raw('big').insertMany(Array.from({ length: 10500 }, (_, i) => ({ _id: i, v: i % 97, s: 'x'.repeat(100) }))),
  );
  check('cursor 10k natural', async () => {
    let n = 0;
    for await (const _ of raw('big').find({}, { batchSize: 500 })) n++;
    return eq(n, 10500);
  });
  check('cursor 10k sorted', async () => {
    let n = 0,
      last = -1;
    for await (const d of raw('big').find({}).sort({ v: 1, _id: 1 }).batchSize(333)) {
      if (d.v < last) return false;
      last = d.v;
      n++;
    }
    return eq(n, 10500);
  });
  check('early close cursor', async () => {
    for (let i = 0; i < 80; i++) {
      const c = raw('big').find({}).sort({ v: 1 }).batchSize(10);
      await c.next();
      await c.close();
    }
    return true;
  });
  check('60 open cursors', async () => {
    const cs = [];
    for (let i = 0; i < 60; i++) {
      const c = raw('big').aggregate([{ $sort: { v: 1 } }], { batchSize: 10 });
      await c.next();
      cs.push(c);
    }
    await Promise.all(cs.map((c) => c.close()));
    return true;
  });
  check('mongoose cursor', async () => {
    let n = 0;
    for await (const _ of Orders.find().cursor()) n++;
    return eq(n, 500);
  });
  check('find $in $nin $all $elemMatch $size $exists $type $not $nor', async () =>
    eq(
      [
        (await Products.countDocuments({ tags: { $all: ['a', 't1'] } })) > 0,
        await Products.countDocuments({ variants: { $elemMatch: { stock: 7, sku: 'S20-2' } } }),
        (await Products.countDocuments({
          tags: { $size: 2 },
          name: { $type: 'string' },
          nope: { $exists: false },
          sku: { $not: /^X/ },
          $nor: [{ cat: 'c0' }],
        })) > 0,
      ],
      [true, 1, true],
    ),
  );
  check('$expr', async () => eq(await Orders.countDocuments({ $expr: { $gt: ['$total', 490] } }), 9));
  check('collation ci find', async () =>
    eq((await Products.find({ sku: 's20' }).collation({ locale: 'en', strength: 2 })).length, 1),
  );
  check('optimistic concurrency / VersionError', async () => {
    const a = await findProduct({ sku: 'S30' }),
      b = await findProduct({ sku: 'S30' });
    a.variants.pull(a.variants[0]);
    await a.save();
    b.variants[1].stock = 3;
    b.variants.pull(b.variants[0]);
    try {
      await b.save();
      return false;
    } catch (error) {
      return eq((error as Error).name, 'VersionError');
    }
  });
  check('rename', async () => {
    await raw('cats2').rename('cats4');
    return eq(await raw('cats4').countDocuments(), 3);
  });
  check('large doc 5MB', async () => {
    const c = raw('lg');
    await c.insertOne({ _id: 1, b: Buffer.alloc(5e6, 1) });
    return eq((await c.findOne({ _id: 1 }))?.['b'].length(), 5e6);
  });
  check('>16MB rejected', async () => {
    try {
      await raw('lg').insertOne({ b: Buffer.alloc(17e6) });
      return false;
    } catch (caught) {
      const e = caught as Document;
      return e.message.slice(0, 60);
    }
  });
  check('null/missing/$type null', async () => {
    const c = raw('nl');
    await c.insertMany([{ _id: 1, a: null }, { _id: 2 }, { _id: 3, a: [] }]);
    return eq(
      [
        await c.countDocuments({ a: null }),
        await c.countDocuments({ a: { $type: 'null' } }),
        await c.countDocuments({ a: { $exists: true } }),
      ],
      [2, 1, 2],
    );
  });
  check('views', async () => {
    await mongoose.connection.db?.createCollection('vw', {
      viewOn: 'orders',
      pipeline: [{ $match: { status: 'paid' } }],
    });
    return eq(await raw('vw').countDocuments(), 250);
  });
  check('maxTimeMS', async () => {
    try {
      await raw('big')
        .aggregate(
          [
            {
              $lookup: {
                from: 'big',
                pipeline: [{ $match: { $expr: { $gt: ['$v', { $add: ['$$w', 1000] }] } } }],
                let: { w: '$v' },
                as: 'x',
              },
            },
          ],
          { maxTimeMS: 200 },
        )
        .toArray();
      return false;
    } catch (error) {
      return eq(errorCode(error), 50);
    }
  });
});
