import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { messages } from './messages.js';

export interface PasswordStrength {
  /** 0 (guessed at once) to 4 (strong). */
  score: 0 | 1 | 2 | 3 | 4;
  /** What makes it easy to guess. */
  advice: string | undefined;
}

/** Words that people in India often use in passwords and that the common list lacks, most frequent first. */
const INDIAN_WORDS =
  'rangavalli krishna india ganesh sairam saibaba lakshmi jaimatadi jaishreeram omnamahshivaya bharat hanuman radhe ' +
  'shivam waheguru govinda venkatesh srinivas tirupati balaji durga saraswati priya pooja rahul sachin dhoni virat ' +
  'kohli rohit deepak sunita anjali kavitha lavanya hyderabad bangalore bengaluru chennai mumbai delhi kolkata ' +
  'telangana andhra namaste saree sarees';

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, 'passwords-india': INDIAN_WORDS.split(' ') },
  graphs: adjacencyGraphs,
});

/** Estimates how hard a password is to guess. `personal`: name and email, which it should not contain. */
export function estimateStrength(password: string, personal: readonly string[]): PasswordStrength {
  const { score, feedback } = estimator.check(
    password,
    personal.flatMap((text) => text.split(/[\s@.]+/)).filter((word) => word.length > 2),
  );
  const advice: Readonly<Record<string, string>> = messages.strengthAdvice;
  return { score, advice: feedback.warning ? (advice[feedback.warning] ?? messages.strengthAdvice.common) : undefined };
}
