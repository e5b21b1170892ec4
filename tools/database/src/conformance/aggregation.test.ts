import { Decimal128 } from 'mongodb';
import { aggregate, check, databaseFor, type Item } from './against.js';

describe('aggregation', () => {
  const database = databaseFor('aggregation');
  check(
    'Decimal128 $sum',
    async (items) =>
      String(
        (
          await aggregate(
            [{ p: Decimal128.fromString('1.10') }, { p: Decimal128.fromString('2.20') }],
            [{ $group: { _id: null, s: { $sum: '$p' } } }],
          )(items)
        )[0]?.s,
      ),
    '3.30',
  );
  check(
    'project order/expr',
    aggregate([{ _id: 1, a: 1, b: { c: 2 } }], [{ $project: { x: { $add: ['$a', '$b.c'] }, 'b.c': 1 } }]),
    [{ _id: 1, b: { c: 2 }, x: 3 }],
  );
  check(
    '$group order/ids/push/addToSet/first/last',
    async (items) => {
      const r = await aggregate(
        [
          { _id: 1, g: 'a', v: 1 },
          { _id: 2, g: 'a', v: 2 },
          { _id: 3, g: 'b', v: 3 },
        ],
        [
          { $sort: { _id: 1 } },
          {
            $group: {
              _id: '$g',
              p: { $push: '$v' },
              f: { $first: '$v' },
              l: { $last: '$v' },
              s: { $addToSet: '$g' },
              c: { $count: {} },
              sd: { $stdDevPop: '$v' },
            },
          },
          { $sort: { _id: 1 } },
        ],
      )(items);
      return r;
    },
    [
      { _id: 'a', p: [1, 2], f: 1, l: 2, s: ['a'], c: 2, sd: 0.5 },
      { _id: 'b', p: [3], f: 3, l: 3, s: ['b'], c: 1, sd: 0 },
    ],
  );
  check(
    '$avg/$sum types',
    aggregate(
      [
        { _id: 1, v: 1 },
        { _id: 2, v: 2 },
        { _id: 3, v: 'x' },
      ],
      [{ $group: { _id: null, a: { $avg: '$v' }, s: { $sum: '$v' }, m: { $max: '$v' } } }],
    ),
    [{ _id: null, a: 1.5, s: 3, m: 'x' }],
  );
  check(
    'string ops',
    aggregate(
      [{ _id: 1, s: ' Ab,c ' }],
      [
        {
          $project: {
            _id: 0,
            a: { $toLower: { $trim: { input: '$s' } } },
            b: { $split: [{ $trim: { input: '$s' } }, ','] },
            c: { $strLenCP: '$s' },
            d: { $regexMatch: { input: '$s', regex: 'ab', options: 'i' } },
            e: { $substrCP: ['$s', 1, 2] },
            f: { $indexOfCP: ['$s', ','] },
            g: { $replaceAll: { input: '$s', find: ' ', replacement: '' } },
          },
        },
      ],
    ),
    [{ a: 'ab,c', b: ['Ab', 'c'], c: 6, d: true, e: 'Ab', f: 3, g: 'Ab,c' }],
  );
  check(
    'array ops',
    aggregate(
      [{ _id: 1, a: [3, 1, 2] }],
      [
        {
          $project: {
            _id: 0,
            m: { $map: { input: '$a', in: { $multiply: ['$$this', 2] } } },
            f: { $filter: { input: '$a', cond: { $gt: ['$$this', 1] } } },
            r: { $reduce: { input: '$a', initialValue: 0, in: { $add: ['$$value', '$$this'] } } },
            s: { $sortArray: { input: '$a', sortBy: 1 } },
            sl: { $slice: ['$a', 2] },
            i: { $in: [2, '$a'] },
            z: { $zip: { inputs: ['$a', ['x', 'y', 'z']] } },
            c: { $concatArrays: ['$a', [9]] },
            n: { $firstN: { input: '$a', n: 2 } },
          },
        },
      ],
    ),
    [
      {
        m: [6, 2, 4],
        f: [3, 2],
        r: 6,
        s: [1, 2, 3],
        sl: [3, 1],
        i: true,
        z: [
          [3, 'x'],
          [1, 'y'],
          [2, 'z'],
        ],
        c: [3, 1, 2, 9],
        n: [3, 1],
      },
    ],
  );
  check(
    'date ops',
    aggregate(
      [{ _id: 1, d: new Date('2026-03-29T01:30:00Z') }],
      [
        {
          $project: {
            _id: 0,
            y: { $year: '$d' },
            h: { $hour: { date: '$d', timezone: 'Europe/Berlin' } },
            a: { $dateAdd: { startDate: '$d', unit: 'month', amount: 1 } },
            s: { $dateToString: { date: '$d', format: '%Y-%m-%dT%H:%M:%S%z', timezone: 'Europe/Berlin' } },
            w: { $isoWeek: '$d' },
            df: { $dateDiff: { startDate: '$d', endDate: new Date('2026-04-02T00:00:00Z'), unit: 'day' } },
            p: { $dateToParts: { date: '$d' } },
            sub: { $subtract: ['$d', new Date('2026-03-29T01:00:00Z')] },
            str: { $toString: '$d' },
          },
        },
      ],
    ),
    [
      {
        y: 2026,
        h: 3,
        a: '2026-04-29T01:30:00.000Z',
        s: '2026-03-29T03:30:00+0200',
        w: 13,
        df: 4,
        p: { year: 2026, month: 3, day: 29, hour: 1, minute: 30, second: 0, millisecond: 0 },
        sub: 1800000,
        str: '2026-03-29T01:30:00.000Z',
      },
    ],
  );
  check(
    'dateDiff week/month',
    aggregate(
      [{ _id: 1 }],
      [
        {
          $project: {
            _id: 0,
            w: {
              $dateDiff: {
                startDate: new Date('2026-01-01'),
                endDate: new Date('2026-01-12'),
                unit: 'week',
                startOfWeek: 'monday',
              },
            },
            m: { $dateDiff: { startDate: new Date('2026-01-31'), endDate: new Date('2026-02-01'), unit: 'month' } },
          },
        },
      ],
    ),
    [{ w: 2, m: 1 }],
  );
  check(
    'densify/fill',
    async (items) => {
      await items.insertMany([
        { _id: 1, t: new Date('2026-01-01'), v: 1 },
        { _id: 2, t: new Date('2026-01-04'), v: 4 },
      ]);
      return (
        await items
          .aggregate([
            { $densify: { field: 't', range: { step: 1, unit: 'day', bounds: 'full' } } },
            { $sort: { t: 1 } },
            { $fill: { sortBy: { t: 1 }, output: { v: { method: 'linear' } } } },
            { $project: { _id: 0, v: 1 } },
          ])
          .toArray()
      ).map((x) => x.v);
    },
    [1, 2, 3, 4],
  );
  check(
    'bucketAuto/sample/replaceRoot/unset',
    async (items) => {
      await items.insertMany([1, 2, 3, 4].map((x) => ({ _id: x, a: { b: x } })));
      return [
        (await items.aggregate([{ $bucketAuto: { groupBy: '$_id', buckets: 2 } }]).toArray()).length,
        (await items.aggregate([{ $sample: { size: 2 } }]).toArray()).length,
        await items.aggregate([{ $sort: { _id: 1 } }, { $replaceRoot: { newRoot: '$a' } }, { $limit: 1 }]).toArray(),
        await items.aggregate([{ $match: { _id: 1 } }, { $unset: 'a.b' }]).toArray(),
      ];
    },
    [2, 2, [{ b: 1 }], [{ _id: 1, a: {} }]],
  );
  check(
    'setWindowFields partition/range/shift',
    async (items) => {
      await items.insertMany([
        { _id: 1, g: 1, t: 1 },
        { _id: 2, g: 1, t: 2 },
        { _id: 3, g: 2, t: 5 },
      ]);
      return (
        await items
          .aggregate([
            {
              $setWindowFields: {
                partitionBy: '$g',
                sortBy: { t: 1 },
                output: {
                  c: { $sum: '$t', window: { documents: ['unbounded', 'current'] } },
                  p: { $shift: { output: '$t', by: -1, default: 0 } },
                  n: { $documentNumber: {} },
                },
              },
            },
            { $sort: { _id: 1 } },
          ])
          .toArray()
      ).map((x) => [x.c, x.p, x.n]);
    },
    [
      [1, 0, 1],
      [3, 1, 2],
      [5, 0, 1],
    ],
  );
  check(
    'convert',
    aggregate(
      [{ _id: 1, s: '12', o: '650000000000000000000001' }],
      [
        {
          $project: {
            _id: 0,
            i: { $toInt: '$s' },
            d: { $toDecimal: '$s' },
            o: { $toObjectId: '$o' },
            b: { $convert: { input: 'zz', to: 'int', onError: -1 } },
            t: { $type: '$s' },
          },
        },
      ],
    ),
    [{ o: '650000000000000000000001', i: 12, d: { $numberDecimal: '12' }, b: -1, t: 'string' }],
  );
  check(
    'unwind opts',
    aggregate(
      [{ _id: 1, a: [] }, { _id: 2, a: [1, 2] }, { _id: 3 }],
      [
        { $unwind: { path: '$a', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
        { $sort: { _id: 1, i: 1 } },
      ],
    ),
    [
      { _id: 1, i: null },
      { _id: 2, a: 1, i: 0 },
      { _id: 2, a: 2, i: 1 },
      { _id: 3, i: null },
    ],
  );
  check(
    'lookup nested array + unwind + match on idx',
    async (items) => {
      await items.insertMany([{ _id: 1, l: [{ p: 1 }, { p: 2 }] }]);
      const o = database().collection<Item>('lk');
      await o.deleteMany({});
      await o.insertMany([
        { _id: 1, n: 'a' },
        { _id: 2, n: 'b' },
      ]);
      return (
        await items
          .aggregate([
            {
              $lookup: {
                from: 'lk',
                localField: 'l.p',
                foreignField: '_id',
                as: 'x',
                pipeline: [{ $match: { n: 'b' } }, { $project: { n: 1 } }],
              },
            },
          ])
          .toArray()
      )[0]?.x;
    },
    [{ _id: 2, n: 'b' }],
  );
});
