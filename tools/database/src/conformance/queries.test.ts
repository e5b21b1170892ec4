import { Binary, Decimal128, Long, MinKey, Timestamp } from 'mongodb';
import { OBJECT_IDS, check, errorCode, databaseFor, findFirst, findIds, sortIds } from './against.js';

const [o1, o2] = OBJECT_IDS;

describe('queries, sorting, indexes and types', () => {
  databaseFor('queries');
  check(
    'ObjectId $gt',
    findIds({ u: { $gt: o1 } }, [
      { _id: 1, u: o1 },
      { _id: 2, u: o2 },
    ]),
    [2],
  );
  check(
    'Decimal128 $gte number',
    findIds({ p: { $gte: 10 } }, [
      { _id: 1, p: Decimal128.fromString('9.5') },
      { _id: 2, p: Decimal128.fromString('10.5') },
    ]),
    [2],
  );
  check(
    'Decimal128 sort',
    sortIds(
      [
        { _id: 1, p: Decimal128.fromString('9.5') },
        { _id: 2, p: Decimal128.fromString('100.5') },
        { _id: 3, p: Decimal128.fromString('10.5') },
      ],
      { p: 1 },
    ),
    [1, 3, 2],
  );
  check(
    'Long eq int',
    findIds({ n: 5 }, [
      { _id: 1, n: Long.fromNumber(5) },
      { _id: 2, n: 5.5 },
    ]),
    [1],
  );
  check(
    'big long',
    async (items) => {
      await items.insertOne({ _id: 1, n: Long.fromString('9007199254740993') });
      return String((await findFirst(items, { _id: 1 }, { promoteLongs: false })).n);
    },
    '9007199254740993',
  );
  check(
    'bracketing',
    findIds({ a: { $gt: 'a' } }, [
      { _id: 1, a: 5 },
      { _id: 2, a: 'b' },
    ]),
    [2],
  );
  check(
    'mixed sort',
    sortIds(
      [
        { _id: 'date', a: new Date() },
        { _id: 'bool', a: true },
        { _id: 'str', a: 'x' },
        { _id: 'num', a: 1 },
        { _id: 'null', a: null },
        { _id: 'oid', a: o1 },
        { _id: 'obj', a: { x: 1 } },
        { _id: 'missing' },
      ],
      { a: 1, _id: 1 },
    ),
    ['missing', 'null', 'num', 'str', 'obj', 'oid', 'bool', 'date'],
  );
  check(
    'array sort asc',
    sortIds(
      [
        { _id: 1, a: [5, 9] },
        { _id: 2, a: [1, 20] },
      ],
      { a: 1 },
    ),
    [2, 1],
  );
  check(
    'array sort desc',
    sortIds(
      [
        { _id: 1, a: [5, 9] },
        { _id: 2, a: [1, 20] },
      ],
      { a: -1 },
    ),
    [2, 1],
  );
  check(
    'indexed array sort desc',
    async (items) => {
      await items.createIndex({ a: 1 });
      return sortIds(
        [
          { _id: 1, a: [5, 9] },
          { _id: 2, a: [1, 20] },
        ],
        { a: -1 },
      )(items);
    },
    [2, 1],
  );
  check('null', findIds({ a: null }, [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 0 }]), [1, 2]);
  check(
    'null indexed',
    async (items) => {
      await items.createIndex({ a: 1 });
      return findIds({ a: null }, [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 0 }])(items);
    },
    [1, 2],
  );
  check('$ne null', findIds({ a: { $ne: null } }, [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 0 }]), [3]);
  check(
    'subdoc eq order',
    findIds({ a: { x: 1, y: 2 } }, [
      { _id: 1, a: { y: 2, x: 1 } },
      { _id: 2, a: { x: 1, y: 2 } },
    ]),
    [2],
  );
  check(
    'dotted idx',
    findIds({ 'a.0.b': 1 }, [
      { _id: 1, a: [{ b: 1 }] },
      { _id: 2, a: [{ b: 2 }] },
    ]),
    [1],
  );
  check(
    'multikey range not elemMatch',
    findIds({ a: { $gt: 1, $lt: 3 } }, [
      { _id: 1, a: [0, 5] },
      { _id: 2, a: [2] },
      { _id: 3, a: [9] },
    ]),
    [1, 2],
  );
  check(
    'elemMatch range',
    findIds({ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [
      { _id: 1, a: [0, 5] },
      { _id: 2, a: [2] },
    ]),
    [2],
  );
  check(
    'elemMatch range indexed',
    async (items) => {
      await items.createIndex({ a: 1 });
      return findIds({ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [
        { _id: 1, a: [0, 5] },
        { _id: 2, a: [2] },
      ])(items);
    },
    [2],
  );
  check(
    'compound idx multikey dotted',
    async (items) => {
      await items.createIndex({ 'v.s': 1, 'v.n': 1 });
      return findIds({ 'v.s': 'a', 'v.n': 2 }, [
        {
          _id: 1,
          v: [
            { s: 'a', n: 1 },
            { s: 'b', n: 2 },
          ],
        },
        { _id: 2, v: [{ s: 'a', n: 2 }] },
        { _id: 3, v: [{ s: 'c', n: 2 }] },
      ])(items);
    },
    [1, 2],
  );
  check('$nin missing', findIds({ a: { $nin: [1] } }, [{ _id: 1, a: 1 }, { _id: 2 }, { _id: 3, a: 2 }]), [2, 3]);
  check(
    '$not $gt missing',
    findIds({ a: { $not: { $gt: 5 } } }, [{ _id: 1, a: 9 }, { _id: 2 }, { _id: 3, a: 2 }]),
    [2, 3],
  );
  check(
    '$all $size $mod',
    findIds({ a: { $all: [1, 2] }, b: { $mod: [4, 0] } }, [
      { _id: 1, a: [1, 2, 3], b: 8 },
      { _id: 2, a: [1], b: 8 },
    ]),
    [1],
  );
  check(
    '$type number',
    findIds({ a: { $type: 'number' } }, [
      { _id: 1, a: 1.5 },
      { _id: 2, a: Long.fromNumber(3) },
      { _id: 3, a: '1' },
      { _id: 4, a: Decimal128.fromString('1') },
    ]),
    [1, 2, 4],
  );
  check(
    '$exists dotted',
    findIds({ 'a.b': { $exists: true } }, [
      { _id: 1, a: { b: null } },
      { _id: 2, a: {} },
      { _id: 3, a: [{ b: 1 }] },
    ]),
    [1, 3],
  );
  check(
    'projection slice/elemMatch/positional',
    async (items) => {
      await items.insertOne({ _id: 1, a: [1, 2, 3], v: [{ s: 1 }, { s: 2 }] });
      return [
        await findFirst(items, {}, { projection: { a: { $slice: -1 }, v: { $elemMatch: { s: 2 } } } }),
        await findFirst(items, { 'v.s': 2 }, { projection: { 'v.$': 1, _id: 0 } }),
      ];
    },
    [{ _id: 1, a: [3], v: [{ s: 2 }] }, { v: [{ s: 2 }] }],
  );
  check(
    'unique on array elems same doc ok',
    async (items) => {
      await items.createIndex({ 'v.s': 1 }, { unique: true });
      await items.insertOne({ _id: 1, v: [{ s: 'a' }, { s: 'a' }] });
      try {
        await items.insertOne({ _id: 2, v: [{ s: 'a' }] });
        return 'none';
      } catch (error) {
        return errorCode(error);
      }
    },
    11000,
  );
  check(
    'regex anchored indexed',
    async (items) => {
      await items.createIndex({ s: 1 });
      return findIds({ s: /^ab/ }, [
        { _id: 1, s: 'abc' },
        { _id: 2, s: 'xab' },
        { _id: 3, s: 'ABc' },
      ])(items);
    },
    [1],
  );
  check(
    'regex unicode/i',
    findIds({ s: /ÄPF/i }, [
      { _id: 1, s: 'äpfel' },
      { _id: 2, s: 'apfel' },
    ]),
    [1],
  );
  check(
    'hint/min/max/returnKey skip',
    async (items) => {
      await items.createIndex({ a: 1 });
      await items.insertMany([
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ]);
      return (
        await items
          .find({ a: { $gte: 1 } })
          .hint({ a: 1 })
          .sort({ a: -1 })
          .toArray()
      ).map((x) => x._id);
    },
    [2, 1],
  );
  check(
    'binary/uuid/timestamp roundtrip',
    async (items) => {
      await items.insertOne({
        _id: new Binary(Buffer.from('00112233445566778899aabbccddeeff', 'hex'), 4),
        t: new Timestamp({ t: 5, i: 1 }),
        m: new MinKey(),
        r: /a/i,
        u: undefined,
      });
      const x = await findFirst(items);
      return [x._id.toString('hex'), String(x.t), x.m._bsontype, String(x.r)];
    },
    ['00112233445566778899aabbccddeeff', '21474836481', 'MinKey', '/a/i'],
  );
  check(
    'text scores weights',
    async (items) => {
      await items.createIndex({ n: 'text', d: 'text' }, { weights: { n: 10 } });
      await items.insertMany([
        { _id: 1, n: 'red shoe', d: 'x' },
        { _id: 2, n: 'x', d: 'red shoe' },
      ]);
      return (
        await items
          .find({ $text: { $search: 'red' } })
          .sort({ s: { $meta: 'textScore' } })
          .project({ _id: 1 })
          .toArray()
      ).map((x) => x._id);
    },
    [1, 2],
  );
  check(
    'text default_language none, stemming',
    async (items) => {
      await items.createIndex({ n: 'text' }, { default_language: 'none' });
      await items.insertMany([{ _id: 1, n: 'running shoes' }]);
      return [
        (await items.find({ $text: { $search: 'shoes' } }).toArray()).length,
        (await items.find({ $text: { $search: 'shoe' } }).toArray()).length,
      ];
    },
    [1, 0],
  );
  check(
    'geo 2dsphere near',
    async (items) => {
      await items.createIndex({ l: '2dsphere' });
      await items.insertMany([
        { _id: 1, l: { type: 'Point', coordinates: [13.4, 52.5] } },
        { _id: 2, l: { type: 'Point', coordinates: [2.35, 48.85] } },
      ]);
      return (
        await items
          .find({ l: { $near: { $geometry: { type: 'Point', coordinates: [13, 52] }, $maxDistance: 100000 } } })
          .toArray()
      ).map((x) => x._id);
    },
    [1],
  );
  check(
    'wildcard/hashed index',
    async (items) => {
      await items.createIndex({ '$**': 1 });
      await items.createIndex({ h: 'hashed' });
      return findIds({ h: 1 }, [
        { _id: 1, h: 1 },
        { _id: 2, h: 2 },
      ])(items);
    },
    [1],
  );
  check(
    'preserves key order and duplicate keys',
    async (items) => {
      await items.insertOne({ _id: 1, z: 1, a: 2 });
      return Object.keys(await findFirst(items));
    },
    ['_id', 'z', 'a'],
  );
  check(
    'insert _id moved first',
    async (items) => {
      await items.insertOne({ z: 1, _id: 1 });
      return Object.keys(await findFirst(items));
    },
    ['_id', 'z'],
  );
  check(
    'empty key / dollar',
    async (items) => {
      await items.insertOne({ _id: 1, '': 1, 'a.b': 2 });
      return Object.keys(await findFirst(items));
    },
    ['_id', '', 'a.b'],
  );
});
