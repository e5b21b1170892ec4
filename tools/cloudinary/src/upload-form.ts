import type { FastifyRequest } from 'fastify';
import { badRequest } from './errors.js';
import type { Fields } from './signatures.js';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FORM_BYTES = Math.ceil(MAX_FILE_BYTES / 3) * 4 + 256 * 1024;

export interface UploadForm {
  fields: Fields;
  file?: { data: Buffer; name: string };
}

/** Reads a multipart, URL-encoded or JSON form. @throws {CloudinaryError} 400 if malformed, too large or remote */
export async function readForm(request: FastifyRequest): Promise<UploadForm> {
  const form = request.isMultipart() ? await readMultipart(request) : { fields: readBody(request.body) };
  const { file, ...fields } = form.fields;
  if (form.file) return { ...form, fields };
  if (typeof file !== 'string' || file === '') return { fields };
  return { fields, file: { data: readDataUri(file), name: 'file' } };
}

async function readMultipart(request: FastifyRequest): Promise<UploadForm> {
  try {
    return await readParts(request);
  } catch (error) {
    // The parser's own errors, such as a missing boundary, have no status.
    if (typeof (error as { statusCode?: number }).statusCode === 'number') throw error;
    throw badRequest('Malformed multipart form');
  }
}

async function readParts(request: FastifyRequest): Promise<UploadForm> {
  const form: UploadForm = { fields: {} };
  let total = 0;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const chunks: Buffer[] = [];
      let size = 0;
      // Many clients read the response only after they have sent the whole file.
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size <= MAX_FILE_BYTES) chunks.push(chunk);
      }
      if (size > MAX_FILE_BYTES) throw tooLarge(size);
      if (part.fieldname === 'file') form.file = { data: Buffer.concat(chunks), name: part.filename };
    } else {
      const value = String(part.value);
      total += value.length;
      if (total > MAX_FORM_BYTES) throw tooLarge(total);
      addField(form.fields, part.fieldname, value);
    }
  }
  return form;
}

export function readBody(body: unknown): Fields {
  const fields: Fields = {};
  if (typeof body !== 'object' || body === null) return fields;
  for (const [name, value] of Object.entries(body)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== null && each !== undefined)
        addField(fields, Array.isArray(value) ? `${name}[]` : name, String(each));
    }
  }
  return fields;
}

function addField(fields: Fields, name: string, value: string): void {
  if (!name.endsWith('[]')) {
    fields[name] = value;
    return;
  }
  const key = name.replace(/(\[\])+$/, '');
  fields[key] = [fields[key] ?? [], value].flat();
}

function readDataUri(text: string): Buffer {
  // Fetching a URL for a client would be server-side request forgery.
  if (/^(https?|ftp|s3|gs):/i.test(text)) throw badRequest('Remote files are not supported: send the file itself');
  const comma = text.indexOf(',');
  const head = text.slice(0, comma);
  if (comma < 0 || !/^data:[^,]*$/i.test(head)) throw badRequest('Invalid image file');
  const data = head.toLowerCase().endsWith(';base64')
    ? Buffer.from(text.slice(comma + 1), 'base64')
    : Buffer.from(decodeText(text.slice(comma + 1)));
  if (data.length > MAX_FILE_BYTES) throw tooLarge(data.length);
  return data;
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('Invalid image file');
  }
}

function tooLarge(bytes: number) {
  return badRequest(`File size too large. Got ${bytes}. Maximum is ${MAX_FILE_BYTES}.`);
}
