// Scans the top-level fields of a document, so that commands reach the engine unchanged and few fields are decoded.
import { BSON, type Document } from 'bson';

/** `offset` and `length` of the value, `start` of the element. */
export interface Field {
  type: number;
  offset: number;
  length: number;
  start: number;
}

export type Fields = Map<string, Field>;

export const BsonType = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  binary: 0x05,
  boolean: 0x08,
  null: 0x0a,
  int32: 0x10,
  int64: 0x12,
} as const;

export const encode = (doc: Document): Buffer => Buffer.from(BSON.serialize(doc, { ignoreUndefined: true }));

/** Longs become numbers. */
export const decode = (bytes: Uint8Array): Document =>
  BSON.deserialize(bytes, { promoteValues: true, promoteLongs: true, promoteBuffers: false });

/** Keeps BSON types, for documents that are encoded again. */
export const decodeExact = (bytes: Uint8Array): Document =>
  BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true });

export function cStringEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw new RangeError('BSON: unterminated string');
  return end;
}

function valueLength(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    case BsonType.double:
    case 0x09: // date
    case 0x11: // timestamp
    case BsonType.int64:
      return 8;
    case BsonType.string:
    case 0x0d: // code
    case 0x0e: // symbol
      return 4 + bytes.readInt32LE(at);
    case BsonType.document:
    case 0x04: // array
    case 0x0f: // code with scope
      return bytes.readInt32LE(at);
    case BsonType.binary:
      return 5 + bytes.readInt32LE(at);
    case 0x06: // undefined
    case BsonType.null:
    case 0x7f: // max key
    case 0xff: // min key
      return 0;
    case 0x07: // object id
      return 12;
    case BsonType.boolean:
      return 1;
    case 0x0b: // regular expression: two C strings
      return cStringEnd(bytes, cStringEnd(bytes, at) + 1) + 1 - at;
    case 0x0c: // database pointer
      return 4 + bytes.readInt32LE(at) + 12;
    case BsonType.int32:
      return 4;
    case 0x13: // decimal128
      return 16;
    default:
      throw new RangeError(`BSON: unknown type ${type}`);
  }
}

/** Throws RangeError for invalid BSON. */
export function scan(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  const end = bytes.readInt32LE(0) - 1;
  let start = 4;
  while (start < end) {
    const type = bytes[start] ?? 0;
    const nameEnd = cStringEnd(bytes, start + 1);
    const offset = nameEnd + 1;
    const length = valueLength(bytes, type, offset);
    if (offset + length > end) throw new RangeError('BSON: truncated document');
    fields.set(bytes.toString('utf8', start + 1, nameEnd), { type, offset, length, start });
    start = offset + length;
  }
  return fields;
}

export function valueOf(bytes: Buffer, field: Field | undefined): unknown {
  if (!field) return undefined;
  const { type, offset, length, start } = field;
  switch (type) {
    case BsonType.string:
      return bytes.toString('utf8', offset + 4, offset + length - 1);
    case BsonType.boolean:
      return bytes[offset] !== 0;
    case BsonType.int32:
      return bytes.readInt32LE(offset);
    case BsonType.int64:
      return bytes.readBigInt64LE(offset);
    case BsonType.double:
      return bytes.readDoubleLE(offset);
    case BsonType.null:
      return null;
    case BsonType.document:
      return decode(bytes.subarray(offset, offset + length));
    default: // decoded as a document of one field
      return Object.values(decode(join([bytes.subarray(start, offset + length)])))[0];
  }
}

export function join(elements: Buffer[]): Buffer {
  const length = elements.reduce((sum, element) => sum + element.length, 0) + 5;
  const out = Buffer.alloc(length);
  out.writeInt32LE(length, 0);
  let at = 4;
  for (const element of elements) at += element.copy(out, at);
  return out;
}

export function elementsWithout(bytes: Buffer, name: string): Buffer[] {
  return [...scan(bytes)]
    .filter(([key]) => key !== name)
    .map(([, field]) => bytes.subarray(field.start, field.offset + field.length));
}

export function* documents(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readInt32LE(at);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
