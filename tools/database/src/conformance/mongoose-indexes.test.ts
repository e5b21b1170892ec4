import mongoose from 'mongoose';
import type { Document } from 'mongodb';
import { errorCode } from './against.js';
import { check, eq, mongooseFor, Products, raw } from './shop.js';

describe('mongoose: unique indexes, dropping, validators', () => {
  mongooseFor('indexes', () => Products.init());
  check('unique compound sparse', async () => {
    const c = raw('uc');
    await c.createIndex({ a: 1, b: 1 }, { unique: true });
    await c.insertOne({ a: 1, b: 1 });
    await c.insertOne({ a: 1, b: 2 });
    try {
      await c.insertOne({ a: 1, b: 1 });
      return false;
    } catch (caught) {
      const e = caught as Document;
      return eq([e.code, e.keyValue], [11000, { a: 1, b: 1 }]);
    }
  });
  check('unique sparse missing', async () => {
    const c = raw('us');
    await c.createIndex({ a: 1 }, { unique: true, sparse: true });
    await c.insertOne({ b: 1 });
    await c.insertOne({ b: 2 });
    await c.insertOne({ a: null });
    return true;
  });
  check('unique null twice', async () => {
    const c = raw('un');
    await c.createIndex({ a: 1 }, { unique: true });
    await c.insertOne({ b: 1 });
    try {
      await c.insertOne({ b: 2 });
      return false;
    } catch (error) {
      return eq(errorCode(error), 11000);
    }
  });
  check('unique multikey', async () => {
    const c = raw('um');
    await c.createIndex({ a: 1 }, { unique: true });
    await c.insertOne({ a: ['x', 'y'] });
    try {
      await c.insertOne({ a: ['y', 'z'] });
      return false;
    } catch (error) {
      return eq(errorCode(error), 11000);
    }
  });
  check('unique index on dup data', async () => {
    const c = raw('ud');
    await c.insertMany([{ a: 1 }, { a: 1 }]);
    try {
      await c.createIndex({ a: 1 }, { unique: true });
      return false;
    } catch (error) {
      return eq(errorCode(error), 11000);
    }
  });
  check('dropIndex', async () => {
    await Products.collection.dropIndex('cat_1_name_1');
    return eq(
      (await Products.collection.indexes()).some((i: Document) => i.name === 'cat_1_name_1'),
      false,
    );
  });
  check('drop, also of a missing collection', async () => {
    await raw('us').drop();
    await raw('nonexistent').drop();
  });
  check('capped/validator', async () => {
    await mongoose.connection.createCollection('val', { validator: { $jsonSchema: { required: ['a'] } } });
    try {
      await raw('val').insertOne({ b: 1 });
      return false;
    } catch (error) {
      return eq(errorCode(error), 121);
    }
  });
});
