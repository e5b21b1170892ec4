/** Length of a password, as the user service has it. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/** What is wrong with an e-mail address, in words that help to mend it. The server's own rule decides. */
export function emailProblem(text: string): string | undefined {
  const email = text.trim();
  if (!email) return 'Please enter your e-mail address.';
  if (!email.includes('@')) return 'An e-mail address has an @ in it, like name@example.com.';
  return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email)
    ? undefined
    : 'Please enter a valid e-mail address, like name@example.com.';
}

/** What is wrong with a password that somebody chooses. */
export function newPasswordProblem(password: string): string | undefined {
  if (!password) return 'Please choose a password.';
  if (password.length < PASSWORD_LENGTH.least)
    return `A password has at least ${PASSWORD_LENGTH.least} characters; this one has ${password.length}.`;
  return password.length > PASSWORD_LENGTH.most
    ? `A password has at most ${PASSWORD_LENGTH.most} characters.`
    : undefined;
}

/** What is wrong with a new password that is typed twice. */
export function newPasswordFaults({ password, again }: { password: string; again: string }): {
  password?: string | undefined;
  again?: string | undefined;
} {
  const problem = newPasswordProblem(password);
  if (problem) return { password: problem };
  return password === again ? {} : { again: 'The two passwords are not the same.' };
}
