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

export function scan(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  for (const [type, nameOffset, nameLength, offset, length] of BSON.onDemand.parseToElements(bytes)) {
    const name = bytes.toString('utf8', nameOffset, nameOffset + nameLength);
    fields.set(name, { type, offset, length, start: nameOffset - 1 });
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
