import type { InputHTMLAttributes } from 'react';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { messages } from './messages.js';

export const EmailInput = (props: { error: string | undefined } & InputHTMLAttributes<HTMLInputElement>) => (
  <Input label={messages.email} {...props} type="email" inputMode="email" autoComplete="username" required />
);
