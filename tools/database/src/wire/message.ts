// MongoDB wire protocol: OP_MSG, and OP_QUERY for a driver's first hello.
import { cStringEnd } from './bson.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** `maxMessageSizeBytes` plus the frame. */
const MAX_MESSAGE_BYTES = 48_100_000;

export interface Message {
  requestId: number;
  opcode: number;
  body: Buffer;
  /** OP_MSG document sequences by name (`documents`, `updates`, …). */
  sequences: Map<string, Buffer>;
  namespace?: string;
  silent: boolean;
}

export function parseMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const opcode = bytes.readInt32LE(12);
  if (opcode === OP_MSG) return parseOpMsg(bytes, requestId);
  if (opcode === OP_QUERY) {
    const nameEnd = cStringEnd(bytes, 20);
    const at = nameEnd + 9;
    return {
      requestId,
      opcode,
      namespace: bytes.toString('utf8', 20, nameEnd),
      body: bytes.subarray(at, at + bytes.readInt32LE(at)),
      sequences: new Map(),
      silent: false,
    };
  }
  throw new RangeError(`wire: opcode ${opcode} is not supported`);
}

function parseOpMsg(bytes: Buffer, requestId: number): Message {
  const flags = bytes.readUInt32LE(16);
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences = new Map<string, Buffer>();
  let body: Buffer | null = null;
  for (let at = 20; at < end;) {
    const kind = bytes[at++];
    const length = bytes.readInt32LE(at);
    if (length < 5 || at + length > end) throw new RangeError('wire: truncated section');
    if (kind === 0) body = bytes.subarray(at, at + length);
    else if (kind === 1) {
      const nameEnd = cStringEnd(bytes, at + 4);
      sequences.set(bytes.toString('utf8', at + 4, nameEnd), bytes.subarray(nameEnd + 1, at + length));
    } else throw new RangeError(`wire: unknown section ${kind}`);
    at += length;
  }
  if (!body) throw new RangeError('wire: message without a body');
  return { requestId, opcode: OP_MSG, body, sequences, silent: (flags & MORE_TO_COME) !== 0 };
}

let lastResponseId = 1;

export function frameResponse(request: Message, document: Buffer): [Buffer, Buffer] {
  const legacy = request.opcode === OP_QUERY;
  const head = Buffer.alloc(legacy ? 36 : 21);
  lastResponseId = (lastResponseId + 1) & 0x7fffffff;
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE(lastResponseId, 4);
  head.writeInt32LE(request.requestId, 8);
  head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) {
    head.writeInt32LE(8, 16); // await capable
    head.writeInt32LE(1, 32); // one document
  }
  return [head, document];
}

export class MessageReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** Returns the messages that `chunk` completes. Throws RangeError for another protocol. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const messages: Buffer[] = [];
    while (this.size >= 16) {
      const first = this.head();
      const length = first.readInt32LE(0);
      if (length < 16 || length > MAX_MESSAGE_BYTES) throw new RangeError(`wire: message of ${length} bytes`);
      if (this.size < length) break;
      const bytes = this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
      messages.push(bytes.subarray(0, length));
      const rest = bytes.subarray(length);
      this.chunks = rest.length > 0 ? [rest] : [];
      this.size = rest.length;
    }
    return messages;
  }

  private head(): Buffer {
    const first = this.chunks[0];
    if (first && first.length >= 4) return first;
    const joined = Buffer.concat(this.chunks);
    this.chunks = [joined];
    return joined;
  }
}
