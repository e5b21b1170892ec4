import { z } from 'zod';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../validation.js';

/** The user service also demands STAFF_PASSWORD_MIN_LENGTH of staff and refuses common passwords. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(PASSWORD_MAX_LENGTH);
export const knownPassword = z.string().min(1).max(PASSWORD_MAX_LENGTH);
