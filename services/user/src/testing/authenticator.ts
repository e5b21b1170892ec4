import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
} from '@rangavalli/contracts/entities/second-factor';

const ORIGIN = 'http://localhost:3000';
const FLAGS_ASSERTION = 0x05; // user present and verified
const FLAGS_REGISTRATION = 0x45; // with attested credential data
const USER_NOT_VERIFIED = 0x01;

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const uint = (value: number, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer;
};
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), uint(bytes.length, 2), bytes]);

/** A software authenticator with one passkey (ES256, no attestation). */
export class TestAuthenticator {
  readonly id = encode(randomBytes(16));
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;

  constructor(
    private readonly origin = ORIGIN,
    private readonly rpId = 'localhost',
  ) {}

  register({ challenge }: PasskeyOptions): PasskeyRegistration {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')]);
    // COSE key: kty EC2, alg ES256, crv P-256, x, y.
    const publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y),
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const data = Buffer.concat([
      this.authenticatorData(FLAGS_REGISTRATION),
      Buffer.alloc(16),
      uint(id.length, 2),
      id,
      publicKey,
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: encode(this.clientData('webauthn.create', challenge)),
        attestationObject: encode(attestation),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  assert({ challenge }: PasskeyOptions, { isVerified = true } = {}): PasskeyAssertion {
    this.counter += 1;
    const data = this.authenticatorData(isVerified ? FLAGS_ASSERTION : USER_NOT_VERIFIED);
    const clientData = this.clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(data),
        signature: encode(signature),
      },
      clientExtensionResults: {},
    };
  }

  private authenticatorData(flags: number): Buffer {
    return Buffer.concat([sha256(this.rpId), Buffer.from([flags]), uint(this.counter, 4)]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }
}
