/** The server's bound of one request. */
export const MAX_EMAILS = 500;

const EMAIL = /[^\s,;<>"']+@[^\s,;<>"']+\.[^\s,;<>"']+/g;

/** Returns the different email addresses in a text, such as a CSV file, in lower case. */
export const readEmails = (text: string): string[] => [
  ...new Set((text.match(EMAIL) ?? []).map((email) => email.toLowerCase())),
];
