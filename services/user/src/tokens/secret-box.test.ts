import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box.js';

const [previous, present] = [randomBytes(32), randomBytes(32)];
const before = new SecretBox({ DATA_KEY: previous, DATA_KEY_PREVIOUS: undefined });
const rotating = new SecretBox({ DATA_KEY: present, DATA_KEY_PREVIOUS: previous });
const after = new SecretBox({ DATA_KEY: present, DATA_KEY_PREVIOUS: undefined });

test('a secret is read back, and sealed differently each time', () => {
  const sealed = before.seal('JBSWY3DP', 'x');
  expect(before.open(sealed, 'x')).toBe('JBSWY3DP');
  expect(before.seal('JBSWY3DP', 'x')).not.toBe(sealed);
});

test('is refused in another context, changed, truncated, unencrypted or with another key', () => {
  const sealed = before.seal('JBSWY3DP', 'x');
  const changed = sealed.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  expect(() => before.open(sealed, 'y')).toThrow();
  for (const value of [changed, sealed.slice(0, -8), 'JBSWY3DP', '']) expect(() => before.open(value, 'x')).toThrow();
  expect(() => after.open(sealed, 'x')).toThrow('neither DATA_KEY nor DATA_KEY_PREVIOUS');
});

test('is sealed again after a rotation, once', () => {
  const sealed = before.seal('JBSWY3DP', 'x');
  expect(rotating.open(sealed, 'x')).toBe('JBSWY3DP');
  const resealed = rotating.reseal(sealed, 'x') ?? '';
  expect(after.open(resealed, 'x')).toBe('JBSWY3DP');
  expect(rotating.reseal(resealed, 'x')).toBeUndefined();
});
