import { brand } from '@rangavalli/contracts/brand';
import { isStaff, type Role } from '@rangavalli/contracts/permissions';
import { STAFF_PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isCommonPassword, isSequence } from './common-passwords.js';
import { isStaffPassword } from './passwords.js';

/** Words that a guesser tries first at this shop. */
const CONTEXT_WORDS = [brand.name, 'rangavalli', 'saree', 'sari', 'silk', 'pattu', 'boutique', 'handloom', 'admin'];
/** What remains of a password without these words and the person's address must have this length. */
const MIN_OWN_LENGTH = 6;

interface PasswordOwner {
  role: Role;
  email: string;
}

/**
 * Checks a new password; its minimum length for customers is part of the call's schema.
 * @param field the field of the form that the error names
 * @throws AppError PASSWORD_BREACHED for a common password, VALIDATION_FAILED for other weak ones
 */
export function assertAcceptablePassword(
  password: string,
  { role, email }: PasswordOwner,
  field: 'password' | 'newPassword' = 'password',
): void {
  if (isStaff(role) && !isStaffPassword(password))
    throw invalid(field, `at least ${STAFF_PASSWORD_MIN_LENGTH} characters`);
  if (isCommonPassword(password) || isSequence(password)) throw new AppError('PASSWORD_BREACHED');
  if (withoutContext(password, email).length < MIN_OWN_LENGTH)
    throw invalid(field, "Please use more than your email address, the shop's name and words such as saree or admin.");
}

function withoutContext(password: string, email: string): string {
  const [local = ''] = email.split('@');
  return [email, local, ...CONTEXT_WORDS]
    .filter((word) => word.length > 2)
    .reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
}

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { details: { fields: { [field]: message } } });
