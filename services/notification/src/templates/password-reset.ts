import type { CommandRequest } from '@rangavalli/contracts/commands';
import { compose, type EmailContent, messages } from './messages.js';

export function passwordReset({
  name,
  link,
  validMinutes,
}: CommandRequest<'rpc.notification.email.send'>['data']): EmailContent {
  const texts = messages.passwordReset;
  return compose(texts.subject, name, [texts.intro, link, texts.validity(validMinutes), messages.help]);
}
