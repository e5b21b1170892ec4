import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages } from './messages.js';

const MIN_LENGTH = 10;

export function QuestionDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const { form, field, busy, failure } = useForm({
    fields: ['text'],
    validate: ({ text }) => ({ text: text.trim().length < MIN_LENGTH ? messages.tooShort : undefined }),
    submit: async ({ text }) => {
      toast.success((await call('POST /questions', { body: { productId, text: text.trim() } })).message);
      onClose();
    },
  });
  return (
    <Dialog title={messages.write} onClose={onClose}>
      <form {...form}>
        {failure && <FailureNotice failure={failure} fallback={messages.serverError} />}
        <Textarea label={messages.question} {...field('text')} hint={messages.questionHint} maxLength={500} required />
        <Button type="submit" busy={busy}>
          {messages.send}
        </Button>
      </form>
    </Dialog>
  );
}
