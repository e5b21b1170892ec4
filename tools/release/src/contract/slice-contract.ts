import type { CallRole } from '@rangavalli/contracts/call';
import type { z } from 'zod';

/** A JSON schema as `z.toJSONSchema` makes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Something that travels one way: whoever gives it has a schema of it, and whoever takes it has one too. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Something that is asked and answered. */
export interface Exchange {
  input: JsonSchema;
  answer: JsonSchema;
  /** Of a documented call: the slice that answers it, behind the gateway. */
  owner?: string;
  /** Of a documented call: who may make it. */
  role?: CallRole;
}
export type Exchanges = Readonly<Record<string, Exchange>>;

/**
 * What one release of a slice offers to its neighbours and needs from them, as the code that it was built from says.
 * It is written beside the release as `contract.json` and never changed. The names are those of `packages/contracts`.
 */
export interface SliceContract {
  /** The slice's folder name: `mf-catalog`, `order`, `gateway`, `shell`. */
  slice: string;
  version: string;
  offers: {
    /** Exposed modules of a remote, by `<container>/<name>`; the schema is of its props. */
    fragments: Schemas;
    /** Documented calls that it answers, by `POST /cart/add`. */
    calls: Exchanges;
    /** Commands that it answers. */
    commands: Exchanges;
    /** Events that it tells. */
    events: Schemas;
    /** Window events that it tells. */
    windowEvents: Schemas;
    /** Packages that it lends to others, with their version, or takes from the shell, with the range it can live with. */
    packages: Readonly<Record<string, string>>;
  };
  needs: SliceContract['offers'];
}

/** Why a release may not stand beside a neighbour. */
export interface Break {
  /** The neighbour's slice and version. */
  neighbour: string;
  /** What it is about: `call POST /cart/add, answer cart.total`. */
  about: string;
  /** In a sentence, for people: `was removed, and shell 0.1.4 needs it`. */
  reason: string;
}
