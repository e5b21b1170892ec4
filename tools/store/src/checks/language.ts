import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { allowedPhrases, bannedTerms } from './banned-terms.js';

export interface LanguageProblem {
  file: string;
  line: number;
  problem: string;
}

const MAX_COLUMNS = 120;
const TEXT_FILE = /\.(ts|tsx|cts|mjs|css|md|ya?ml|html|conf|Dockerfile)$|(^|\/)\.env\.example$/;
/** The list of the words itself, its test, and the demo shop's product descriptions. */
const EXCEPTED = /^(demo\/|docs\/screens\/|tools\/store\/src\/checks\/(banned-terms|language\.test)\.ts$)/;
const TEXTS = /messages\.ts$|\/policies\/|\/templates\//;
/** Long lines that the formatter leaves in code hold one literal; prose and other files have no such excuse. */
const CODE = /\.(ts|tsx|cts|mjs|css)$/;
const COMMENT = /^\s*(\/\/|\/?\*)/;
/** Tables, URLs and metric selectors cannot be broken. */
const UNBREAKABLE = /^\s*\||https?:\/\/\S{60,}|^\s*series: |:\/\/\S{40,}/;

const allowed = new RegExp(`\\b(?:${allowedPhrases.join('|')})\\b`, 'gi');
const patterns = bannedTerms.map((entry) => ({ ...entry, pattern: new RegExp(`\\b(?:${entry.term})\\b`, 'i') }));

/** Splits `camelCase`, `snake_case` and `kebab-case`, so that one pattern finds a term in prose and in names. */
const splitNames = (line: string): string =>
  line
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ');

/** Returns what the wording rules refuse in one file: banned terms and lines over 120 characters. */
export function problemsIn(file: string, text: string): LanguageProblem[] {
  const isText = TEXTS.test(file);
  return text.split('\n').flatMap((raw, index) => {
    const words = splitNames(raw).replaceAll(allowed, ' ');
    const found = patterns.flatMap(({ pattern, use, allowedInTexts }) => {
      const match = allowedInTexts && isText ? null : pattern.exec(words);
      return match ? [`“${match[0]}”: write ${use}`] : [];
    });
    if (/<{7} \S|(?:> ){7}\S|>{7} \S/.test(raw)) found.push('the mark of a merge: choose a side');
    if (/\be-mails?\b/i.test(raw)) found.push('“e‑mail”: write email');
    const isBreakable = CODE.test(file) ? COMMENT.test(raw) : !UNBREAKABLE.test(raw);
    if (raw.length > MAX_COLUMNS && isBreakable) found.push(`${raw.length} characters, ${MAX_COLUMNS} at most`);
    return found.map((problem) => ({ file, line: index + 1, problem }));
  });
}

const MIN_FILES = 500;

/** @throws Refusal when it finds too few files to be a checkout */
export function checkLanguage(root: string): LanguageProblem[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = list
    .split('\n')
    // What was deleted in the working tree may still be in the index.
    .filter((file) => TEXT_FILE.test(file) && !EXCEPTED.test(file) && existsSync(path.join(root, file)));
  if (files.length < MIN_FILES) throw new Refusal(`only ${files.length} files to check, ${MIN_FILES} at least`);
  return files.flatMap((file) => problemsIn(file, readFileSync(path.join(root, file), 'utf8')));
}
