import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.js';
import { checkQueries, problemsIn } from './queries.js';

const problems = (source: string) => problemsIn('services/order/src/a.ts', source).map(({ problem }) => problem);

it('every query of the services is bounded', () => {
  expect(checkQueries(ROOT)).toEqual([]);
});

it('refuses services without their files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'queries-'));
  mkdirSync(path.join(folder, 'services/order/src'), { recursive: true });
  expect(() => checkQueries(folder)).toThrow('only 0 files to check, 300 at least');
  rmSync(folder, { recursive: true });
});

it.each([
  ['skip', 'await this.orders.find({ userId }).skip(50).limit(10);', 'page by cursor'],
  ['$skip', 'await orders.aggregate([{ $match }, { $skip: 10 }]);', 'page by cursor'],
  ['distinct', "await this.alerts.distinct('productId');", 'in batches'],
  ['$regex', 'const filter = { name: { $regex: text } };', 'search terms'],
  ['a pattern as a value', "{ tags: { $in: tags.map((tag) => new RegExp(tag, 'i')) } }", 'normalised terms'],
  ['a count of all matches', 'await this.orders.countDocuments({ userId });', 'a `limit`'],
  ['a find without a limit', 'await this.orders.find({ userId }).sort({ _id: -1 }).lean<Order[]>();', 'no bound'],
  ['a find of everything', 'await this.orders.find();', 'no bound'],
  ['a find with a filter by name', 'x: Model<A>;\nreturn this.x.find(filter);', 'no bound'],
  ['a find over a range of ids', 'this.orders.find({ phase, _id: { $gt: last._id } }).lean();', 'no bound'],
  [
    'a find over lines',
    'await this.orders\n  .find({ userId }, { _id: 1 })\n  .sort({ at: 1 })\n  .lean<Pick<Order, "id">[]>()\n  .exec();',
    'no bound',
  ],
])('refuses %s', (_what, source, problem) => {
  expect(problems(source)).toEqual([expect.stringContaining(problem)]);
});

it.each([
  ['with a limit', 'this.orders.find({ userId }).sort({ at: 1 }).limit(BATCH).lean<Order[]>();'],
  ['with a limit after a generic type', 'this.orders.find({ a }).lean<Pick<Order, "a">[]>().limit(3);'],
  ['read with a cursor', 'this.orders.find({ userId }).lean<Order>().cursor();'],
  ['by ids', 'this.orders.find({ _id: { $in: ids } }, { a: 1 }).lean();'],
  ['beside a count with a limit', 'this.orders.countDocuments({ userId }, { limit: MAX_COUNT, hint }).exec();'],
  ['beside a count with a limit behind it', 'this.orders.countDocuments({ userId }).limit(MAX_COUNT);'],
  ['of an array', 'lines.find((line) => line.id === id);'],
  ['of an array by a function', 'lines.find(isLine(key))?.quantity;'],
  ['in a comment', '// Not `.skip(`, and `orders.find()` neither.'],
])('accepts a find %s', (_what, source) => {
  expect(problems(source)).toEqual([]);
});

it('names the line', () => {
  expect(problemsIn('a.ts', '\nawait this.orders\n  .find({ userId })\n  .lean();')).toMatchObject([{ line: 3 }]);
});
