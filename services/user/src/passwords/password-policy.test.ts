import { AppError } from '@rangavalli/service-kit/app-error';
import { isCommonPassword } from './common-passwords.js';
import { assertAcceptablePassword } from './password-policy.js';

const check = (password: string, role: 'user' | 'support' = 'user', email = 'meera@example.com') => {
  try {
    assertAcceptablePassword(password, { role, email });
    return 'accepted';
  } catch (error) {
    return (error as AppError).code;
  }
};

test.each([
  '1234567890',
  'aaaaaaaaaaaa',
  'zyxwvutsrqpo',
  'password123',
  'Password123',
  'qwertyuiop',
  '0987654321',
  'iloveyou123',
])('refuses the common password %s', (password) => {
  expect(check(password)).toBe('PASSWORD_BREACHED');
});

test.each(['correct horse 9', 'saree for my sister', 'another horse 8', 'पाठशाला कमल १२', 'kq7-VX2-9mp-LLw'])(
  'accepts %s',
  (password) => {
    expect(check(password)).toBe('accepted');
  },
);

test('staff need 12 characters', () => {
  expect(check('tiny-raft-4')).toBe('accepted');
  expect(check('tiny-raft-4', 'support')).toBe('VALIDATION_FAILED');
  expect(check('tiny-raft-42', 'support')).toBe('accepted');
});

test.each([
  'rangavalli1',
  'Rangavalli2026',
  'saree2026!',
  'SilkSaree#1',
  'admin@saree12',
  'meera@example.com',
  'meera@example.com1',
])('refuses %s, which is hardly more than the shop or the address', (password) => {
  expect(check(password)).toBe('VALIDATION_FAILED');
});

test('hardly ever takes another password for a common one', () => {
  const found = Array.from({ length: 20_000 }, (_, index) => `unlikely-${index}-words`).filter(isCommonPassword);
  expect(found.length).toBeLessThan(5);
});
