import type { NatsAccess } from '@rangavalli/contracts/nats-access';
import type { Access } from '@rangavalli/contracts/permissions';
import type { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export type Schemas = Readonly<Record<string, JsonSchema>>;

export interface Exchange {
  input: JsonSchema;
  response: JsonSchema;
  owner?: string;
  /** Of calls. */
  access?: Access;
  stepUp?: true;
}
export type Exchanges = Readonly<Record<string, Exchange>>;

/**
 * What a release of a slice offers to its neighbours and needs from them, by the names of `packages/contracts`. Stored
 * beside the release as `contract.json`.
 */
export interface SliceContract {
  /** The slice's folder name: `mf-catalog`, `order`, `gateway`, `shell`. */
  slice: string;
  version: string;
  offers: {
    fragments: Schemas;
    calls: Exchanges;
    commands: Exchanges;
    events: Schemas;
    windowEvents: Schemas;
    packages: Readonly<Record<string, string>>;
  };
  needs: SliceContract['offers'];
  /** Paths of a frontend's pages: no two frontends have the same. */
  pages?: readonly string[];
  /** Pages that the emails of a service link to, each with the remote that has it. */
  neededPages?: Readonly<Record<string, string>>;
  /** Of services and gateway: what the NATS server must permit while the release may run. */
  nats?: NatsAccess;
}

export const NOTHING: SliceContract['offers'] = {
  fragments: {},
  calls: {},
  commands: {},
  events: {},
  windowEvents: {},
  packages: {},
};

/** Why a release may not be live beside a neighbour. */
export interface Break {
  neighbour: string;
  /** `call POST /cart/add, response cart.total`. */
  about: string;
  /** `was removed, and shell 0.1.4 needs it`. */
  reason: string;
}
