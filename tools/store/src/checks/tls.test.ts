import { execFileSync } from 'node:child_process';
import { ROOT } from '../paths.js';

/** Each switches off the check of a server's certificate. In parts, so that this file is not found. */
const SWITCHES = [
  ['rejectUnauthorized:? *[=:]? *', 'false'],
  ['NODE_TLS_REJECT', '_UNAUTHORIZED'],
  ['tls(AllowInvalid', '(Certificates|Hostnames)|Insecure)'],
  ['http.sslVerify', '=false|strict-ssl *= *false'],
].map((parts) => parts.join(''));

function findLines(pattern: string): string {
  try {
    return execFileSync('git', ['grep', '--untracked', '-nIE', pattern], { cwd: ROOT, encoding: 'utf8' });
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 1) return ''; // nothing found
    throw error;
  }
}

it.each(SWITCHES)('no code, setting or script has %s', (pattern) => {
  expect(findLines(pattern)).toBe('');
});

it('finds such lines', () => {
  expect(findLines('execFileSync[(].git., \\[.grep')).toContain('tools/store/src/checks/tls.test.ts');
});
