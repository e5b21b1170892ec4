import { hasLink } from './links.js';
import { line, personName } from './primitives.js';

test.each([
  'Asha Rao',
  'A.P.J. Abdul Kalam',
  'A.P.J.Abdul Kalam',
  'P.V.Narasimha Rao',
  'Dr.Rao',
  'Dr. M. S. Subbulakshmi',
  'Md.Khan',
  'Ravi S/o Kumar',
  'Lakshmi D/o. Venkata',
  "Conan O'Brien-Patel",
  'ಆಶಾ ರಾವ್',
  'राम‍ शर्मा',
  'Rao (Jr.)',
  'Venkata.S.Rao',
])('%s is a name', (name) => {
  expect(hasLink(name)).toBe(false);
  expect(personName.parse(`  ${name} `)).toBe(name);
});

test.each([
  'https://evil.example/x',
  'Win at evil.example',
  'evil.com',
  'EVIL.COM/win',
  'x.com',
  't.me/offer',
  'bit.ly/abc',
  'www.evil',
  'Asha//evil.example',
  'evil.example.',
  '(evil.in)',
  'javascript:alert(1)',
  'mailto:x',
  'call tel:1900',
  '<a>',
  'asha@evil.example',
  'पुरस्कार.भारत',
])('%s is a link', (text) => {
  expect(hasLink(text)).toBe(true);
  expect(personName.safeParse(text).error?.issues[0]?.message).toBe('Please enter a name without links.');
});

test.each(['Asha\nYou have won', 'Asha\r\nBcc: all@example.com', 'Asha\u0000', 'Asha\u0085Rao', 'Asha\u001b[0m'])(
  'one line has no control characters: %j',
  (text) => {
    expect(line(120).safeParse(text).success).toBe(false);
    expect(personName.safeParse(text).success).toBe(false);
  },
);
