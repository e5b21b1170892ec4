import { useState } from 'react';
import type { SynonymFamily } from '@rangavalli/contracts/entities/search';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import { SearchInput } from '../layout/SearchInput.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { SearchPreview } from './SearchPreview.js';

interface SynonymDialogProps {
  /** Missing for new words. */
  family?: SynonymFamily | undefined;
  /** Of a search without results: the first word. */
  word?: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

const MAX_TEXT_LENGTH = 1_000;

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Adds or edits words that mean the same, with a preview of what they find before they are saved. */
export function SynonymDialog({ family, word, onClose, onSaved }: SynonymDialogProps) {
  const [text, setText] = useState(family?.words.join(', ') ?? (word ? `${word}, ` : ''));
  const [search, setSearch] = useState<string>();
  const words = wordsOf(text);
  const { form, field, busy, failure } = useForm<'words'>({
    fields: ['words'],
    validate: ({ words: entered }) => ({
      words: wordsOf(entered).length > 1 ? undefined : messages.enterWords,
    }),
    submit: async ({ words: entered }) => {
      const body = { words: wordsOf(entered) };
      const { message } = family
        ? await call('PUT /search/synonyms/{id}', { params: { id: family.id }, body })
        : await call('POST /search/synonyms', { body });
      toast.success(message);
      onSaved();
    },
    errorsOf: ({ code, message, details }) => {
      const [problem] = Object.values((details?.['fields'] ?? {}) as Record<string, string>);
      if (problem) return { words: problem };
      return code.startsWith('SYNONYM_') ? { words: message } : {};
    },
  });
  return (
    <Dialog title={family ? messages.editTitle : messages.addTitle} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <Textarea
          label={messages.words}
          hint={messages.wordsHint}
          {...field('words')}
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          required
        />
        <SearchInput
          label={messages.previewOf}
          maxLength={120}
          value={search ?? words[0] ?? ''}
          onChange={({ target }) => setSearch(target.value)}
        />
        <SearchPreview text={search ?? words[0] ?? ''} words={words} familyId={family?.id} />
        <FormActions submit={messages.save} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
