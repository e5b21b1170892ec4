import type { Document } from 'bson';
import extensionCodes from './sqlstate-codes.json' with { type: 'json' };

export const Code = {
  badValue: 2,
  hostUnreachable: 6,
  userNotFound: 11,
  unauthorized: 13,
  authenticationFailed: 18,
  lockTimeout: 24,
  roleNotFound: 31,
  cursorNotFound: 43,
  commandNotFound: 59,
  shutdown: 91,
  writeConflict: 112,
  commandNotSupported: 115,
  cursorInUse: 143,
  snapshotUnavailable: 246,
  noSuchTransaction: 251,
  transactionCommitted: 256,
  notInTransaction: 263,
  mechanismUnavailable: 334,
  duplicateKey: 11000,
  missingDatabase: 40414,
  userExists: 51003,
} as const;

export class CommandError extends Error {
  constructor(
    readonly mongoCode: number,
    message: string,
    readonly fields: Document = {},
  ) {
    super(message);
  }
}

/** Error codes of the extension's SQLSTATEs 'M' + base36(ordinal - 1, four digits), by ordinal; pairs are ranges. */
const BY_ORDINAL = (extensionCodes as (number | [from: number, to: number])[]).flatMap((entry) =>
  typeof entry === 'number' ? [entry] : Array.from({ length: entry[1] - entry[0] + 1 }, (_, i) => entry[0] + i),
);

const BY_SQLSTATE: Record<string, number> = {
  '23505': 11000,
  '23P01': 11000,
  '57014': 50,
  '55P03': 24,
  '40001': 112,
  '40P01': 112,
  '42P01': 26,
  '53100': 14031,
  '0A000': 115,
  '22P02': 9,
  '22023': 2,
  '42501': 13,
  '57P01': 91,
  '57P02': 91,
  '57P03': 91,
  '53300': 91,
  '54000': 146,
};

const NAMES: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  6: 'HostUnreachable',
  9: 'FailedToParse',
  11: 'UserNotFound',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  24: 'LockTimeout',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  31: 'RoleNotFound',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  57: 'DottedFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  68: 'IndexAlreadyExists',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  91: 'ShutdownInProgress',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  121: 'DocumentValidationFailure',
  197: 'InvalidIndexSpecificationOption',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  334: 'MechanismUnavailable',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  40324: 'UnrecognizedCommand',
};

export const codeName = (code: number): string => NAMES[code] ?? `Location${code}`;

/** Returns 1 (InternalError) for an unknown SQLSTATE. */
export function codeOfSqlstate(sqlstate: string): number {
  if (sqlstate.length !== 5) return 1;
  if (sqlstate.startsWith('M')) return BY_ORDINAL[Number.parseInt(sqlstate.slice(1), 36)] ?? 1;
  return BY_SQLSTATE[sqlstate] ?? (sqlstate.startsWith('08') ? Code.hostUnreachable : 1);
}

/** Write errors contain the SQLSTATE packed into an integer, six bits per character; `null` for other numbers. */
export function codeOfPacked(packed: number): number | null {
  let sqlstate = '';
  for (let i = 0, rest = packed; i < 5; i++, rest >>>= 6) sqlstate += String.fromCharCode((rest & 0x3f) + 48);
  return /^[0-9A-Z]{5}$/.test(sqlstate) ? codeOfSqlstate(sqlstate) : null;
}

export function sqlDetails(error: unknown): {
  code: string | undefined;
  message: string;
  constraint: string | undefined;
} {
  const e = error as { code?: unknown; message?: unknown; constraint?: unknown };
  return {
    code: typeof e?.code === 'string' ? e.code : undefined,
    message: typeof e?.message === 'string' ? e.message : String(error),
    constraint: typeof e?.constraint === 'string' ? e.constraint : undefined,
  };
}

export function codeOfError(error: unknown): number {
  if (error instanceof CommandError) return error.mongoCode;
  const { code } = sqlDetails(error);
  return code ? codeOfSqlstate(code) : Code.hostUnreachable;
}

export function isConnectionError(error: unknown): boolean {
  const { code } = sqlDetails(error);
  return !code || /^(08|57P)/.test(code) || code === 'ECONNRESET' || code === 'EPIPE';
}
