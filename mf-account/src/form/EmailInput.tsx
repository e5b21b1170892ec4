import { Input } from '@rangavalli/web-kit/ui/Field';
import { messages } from './messages.js';

export const EmailInput = (props: { name: string; error: string | undefined; defaultValue?: string }) => (
  <Input label={messages.email} {...props} type="email" inputMode="email" autoComplete="username" required />
);
