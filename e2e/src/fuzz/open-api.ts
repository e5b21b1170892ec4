import { run } from '../support/store.js';

/** A schema as the store's OpenAPI document writes it. */
export interface JsonSchema {
  $ref?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
}

/** One call of the document, as a case of the fuzzing needs it. */
export interface Operation {
  method: string;
  /** With `{parameters}`, below the API's address. */
  path: string;
  params: Record<string, JsonSchema>;
  query: Record<string, JsonSchema>;
  body: JsonSchema | undefined;
}

interface Document {
  components: { schemas: Record<string, JsonSchema> };
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; schema: JsonSchema }[];
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
      }
    >
  >;
}

/** Every call that the running store documents, with its references resolved by `schemas`. */
export async function readOpenApi(): Promise<{ operations: Operation[]; schemas: Record<string, JsonSchema> }> {
  const answer = await fetch(`${run().api}/docs/openapi.json`);
  const { paths, components } = (await answer.json()) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
      const placed = (where: string) =>
        Object.fromEntries(parameters.filter((one) => one.in === where).map(({ name, schema }) => [name, schema]));
      return {
        method: method.toUpperCase(),
        path,
        params: placed('path'),
        query: placed('query'),
        body: requestBody?.content['application/json']?.schema,
      };
    }),
  );
  return { operations, schemas: components.schemas };
}
