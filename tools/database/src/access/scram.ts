// The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677) in MongoDB's form.
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

export const MECHANISM = 'SCRAM-SHA-256';
const ITERATIONS = 15_000;
const KEY_BYTES = 32;
const SALT_BYTES = 28;
const NONCE_BYTES = 24;

const derive = promisify(pbkdf2);

/** What the server stores of a password, in base64. The password cannot be computed from it. */
export interface ScramCredentials {
  salt: string;
  iterations: number;
  storedKey: string;
  serverKey: string;
}

const hash = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
const mac = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));

export async function createCredentials(password: string): Promise<ScramCredentials> {
  const salt = randomBytes(SALT_BYTES);
  const salted = await derive(password.normalize('NFKC'), salt, ITERATIONS, KEY_BYTES, 'sha256');
  return {
    salt: salt.toString('base64'),
    iterations: ITERATIONS,
    storedKey: hash(mac(salted, 'Client Key')).toString('base64'),
    serverKey: mac(salted, 'Server Key').toString('base64'),
  };
}

/** Unknown users get a challenge too, always with the same salt, so that names cannot be enumerated. */
export function credentialsOfNobody(name: string, secret: Buffer): ScramCredentials {
  const salt = mac(secret, name).subarray(0, SALT_BYTES).toString('base64');
  const key = randomBytes(KEY_BYTES).toString('base64');
  return { salt, iterations: ITERATIONS, storedKey: key, serverKey: key };
}

/** Attributes of a message by their name: `n=user,r=nonce`. */
const attributesOf = (message: string): Map<string, string> =>
  new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));

export interface FirstMessage {
  name: string;
  nonce: string;
  /** The part that both sides sign. */
  bare: string;
}

/** Returns undefined for another protocol, or with channel binding. */
export function parseFirstMessage(payload: string): FirstMessage | undefined {
  const [, bare] = /^[ny],,(.*)$/s.exec(payload) ?? [];
  const attributes = attributesOf(bare ?? '');
  const [name, nonce] = [attributes.get('n'), attributes.get('r')];
  if (bare === undefined || !name || !nonce) return undefined;
  return { name: name.replaceAll('=2C', ',').replaceAll('=3D', '='), nonce, bare };
}

/** One authentication: a challenge, then the client's proof. */
export class ScramExchange {
  private readonly nonce: string;
  private readonly challengeText: string;

  constructor(
    private readonly first: FirstMessage,
    private readonly credentials: ScramCredentials,
  ) {
    this.nonce = first.nonce + randomBytes(NONCE_BYTES).toString('base64');
    this.challengeText = `r=${this.nonce},s=${credentials.salt},i=${credentials.iterations}`;
  }

  get name(): string {
    return this.first.name;
  }

  get challenge(): string {
    return this.challengeText;
  }

  /** Returns the server's signature, or undefined when the proof is wrong. */
  verify(payload: string): string | undefined {
    const attributes = attributesOf(payload);
    const proof = Buffer.from(attributes.get('p') ?? '', 'base64');
    if (attributes.get('r') !== this.nonce || attributes.get('c') !== 'biws' || proof.length !== KEY_BYTES)
      return undefined;
    const withoutProof = payload.slice(0, payload.lastIndexOf(',p='));
    const signed = `${this.first.bare},${this.challengeText},${withoutProof}`;
    const storedKey = Buffer.from(this.credentials.storedKey, 'base64');
    const clientKey = xor(proof, mac(storedKey, signed));
    if (!timingSafeEqual(hash(clientKey), storedKey)) return undefined;
    return `v=${mac(Buffer.from(this.credentials.serverKey, 'base64'), signed).toString('base64')}`;
  }
}
