import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { createCredentials, credentialsOfNobody, parseFirstMessage, ScramExchange } from './scram.js';

/** The client's side, written here on its own. */
function prove(password: string, challenge: string, bare: string): string {
  const [, nonce = '', salt = '', iterations = ''] = /^r=(.*),s=(.*),i=(\d+)$/.exec(challenge) ?? [];
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest();
  const last = `c=biws,r=${nonce}`;
  const signature = createHmac('sha256', storedKey).update(`${bare},${challenge},${last}`).digest();
  const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)));
  return `${last},p=${proof.toString('base64')}`;
}

const first = parseFirstMessage('n,,n=order,r=abc')!;

describe('SCRAM', () => {
  it('accepts the proof of the right password only', async () => {
    const credentials = await createCredentials('a password');
    const exchange = new ScramExchange(first, credentials);
    expect(exchange.verify(prove('another', exchange.challenge, first.bare))).toBeUndefined();
    expect(exchange.verify(prove('a password', exchange.challenge, first.bare))).toMatch(/^v=.{44}$/);
  });

  it('refuses a recorded proof', async () => {
    const credentials = await createCredentials('a password');
    const exchange = new ScramExchange(first, credentials);
    const recorded = prove('a password', exchange.challenge, first.bare);
    expect(new ScramExchange(first, credentials).verify(recorded)).toBeUndefined();
  });

  it('reads names with commas and refuses other protocols', () => {
    expect(parseFirstMessage('n,,n=a=2Cb=3Dc,r=x')).toMatchObject({ name: 'a,b=c', nonce: 'x' });
    expect(parseFirstMessage('p=tls-unique,,n=a,r=x')).toBeUndefined();
    expect(parseFirstMessage('')).toBeUndefined();
  });

  it('has the same salt for an unknown name each time', () => {
    const secret = Buffer.from('secret');
    expect(credentialsOfNobody('mine', secret).salt).toBe(credentialsOfNobody('mine', secret).salt);
    expect(credentialsOfNobody('mine', secret).salt).not.toBe(credentialsOfNobody('yours', secret).salt);
  });
});
