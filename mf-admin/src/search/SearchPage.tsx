import { useEffect, useState } from 'react';
import type { SynonymFamily } from '@rangavalli/contracts/entities/search';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { DataTable } from '../layout/DataTable.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';
import css from './SearchPage.module.css';
import { SearchPreview } from './SearchPreview.js';
import { SearchTerms, useSearchTerms } from './SearchTerms.js';
import { SynonymDialog } from './SynonymDialog.js';

const MAX_TERMS = 20;

const textOf = ({ words }: SynonymFamily): string => words.join(', ');

/** Words that mean the same, and what shoppers searched for. `?word=` opens the form with that word. */
export function SearchPage() {
  const [params, setParams] = useSearchParams();
  const query = useQuery('synonyms', (signal) => call('GET /search/synonyms', {}, { signal }));
  const unmatched = useSearchTerms({ limit: MAX_TERMS, withoutResults: true });
  const frequent = useSearchTerms({ limit: MAX_TERMS, withoutResults: false });
  const { busy, run } = useAction(query.reload);
  const word = params.get('word') ?? undefined;
  const [editing, setEditing] = useState<{ family?: SynonymFamily; word?: string } | undefined>(
    word === undefined ? undefined : { word },
  );
  const [deleting, setDeleting] = useState<SynonymFamily>();
  const [text, setText] = useState('');
  // In an effect, because the page may be left while words are saved.
  const isFormClosed = editing === undefined;
  useEffect(() => {
    if (isFormClosed && word !== undefined) setParams({}, { replace: true });
  }, [isFormClosed, word, setParams]);
  if (!query.data)
    return <PendingPage title={messages.title} query={query} what={messages.what} loadFailed={messages.loadFailed} />;
  const { families } = query.data;

  const closeForm = () => setEditing(undefined);
  const remove = async ({ id }: SynonymFamily) => {
    await run('delete', () => call('DELETE /search/synonyms/{id}', { params: { id } }));
    setDeleting(undefined);
  };
  return (
    <Page
      title={messages.title}
      note={messages.note}
      actions={<Button onClick={() => setEditing({})}>{messages.addWords}</Button>}
    >
      <div className={shared.stack}>
        <div className={css.columns}>
          <Panel title={messages.withoutResults}>
            <SearchTerms
              query={unmatched}
              emptyText={messages.noneWithoutResults}
              asideOf={({ text: searched }) => (
                <Button
                  look="quiet"
                  aria-label={messages.addSynonymOf(searched)}
                  onClick={() => setEditing({ word: searched })}
                >
                  {messages.addSynonym}
                </Button>
              )}
            />
          </Panel>
          <Panel title={messages.tryTitle}>
            <div className={shared.stack}>
              <Input
                label={messages.trySearch}
                hint={messages.tryHint}
                type="search"
                autoComplete="off"
                maxLength={120}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
              <SearchPreview text={text} />
            </div>
          </Panel>
        </div>
        <Panel title={messages.synonyms} flush={families.length > 0}>
          {families.length === 0 ? (
            <p className={shared.empty}>
              {messages.noSynonyms} {messages.noSynonymsText}
            </p>
          ) : (
            <DataTable
              caption={messages.synonyms}
              inPanel
              rows={families}
              keyOf={({ id }) => id}
              columns={[
                { label: messages.words, cell: textOf },
                {
                  label: messages.action,
                  cell: (family) => (
                    <div className={css.rowActions}>
                      <Button
                        look="quiet"
                        aria-label={messages.editOf(textOf(family))}
                        onClick={() => setEditing({ family })}
                      >
                        {messages.edit}
                      </Button>
                      <Button
                        look="quiet"
                        aria-label={messages.deleteOf(textOf(family))}
                        disabled={busy !== undefined}
                        onClick={() => setDeleting(family)}
                      >
                        {messages.delete}
                      </Button>
                    </div>
                  ),
                },
              ]}
            />
          )}
        </Panel>
        <Panel title={messages.frequent}>
          <SearchTerms
            query={frequent}
            emptyText={messages.noSearches}
            asideOf={({ results }) => <span className={css.fact}>{messages.results(results)}</span>}
          />
        </Panel>
      </div>
      {editing && (
        <SynonymDialog
          {...editing}
          onClose={closeForm}
          onSaved={() => {
            closeForm();
            query.reload();
            unmatched.reload();
          }}
        />
      )}
      <ConfirmDialog
        title={messages.deleteTitle}
        open={deleting !== undefined}
        confirmLabel={messages.delete}
        cancelLabel={messages.keep}
        busy={busy !== undefined}
        onConfirm={() => deleting && void remove(deleting)}
        onClose={() => setDeleting(undefined)}
      >
        {deleting && messages.deleteText(textOf(deleting))}
      </ConfirmDialog>
    </Page>
  );
}
