import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { LoadError } from '../layout/LoadError.js';
import shared from '../layout/shared.module.css';
import { useDebounced } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import css from './SearchPage.module.css';

interface SearchPreviewProps {
  text: string;
  /** Words of a family as they are edited; at least two. */
  words?: readonly string[] | undefined;
  familyId?: string | undefined;
}

/** What a search is read as and what it finds, with words that are not stored yet. */
export function SearchPreview({ text, words, familyId }: SearchPreviewProps) {
  const body = { q: text.trim(), words: words && words.length > 1 ? [...words] : undefined, familyId };
  // As text, so that equal bodies are one.
  const key = useDebounced(JSON.stringify(body));
  const request = JSON.parse(key) as typeof body;
  const query = useQuery(request.q ? `preview ${key}` : undefined, (signal) =>
    call('POST /search/preview', { body: request }, { signal }),
  );
  if (query.error) return <LoadError title={messages.previewFailed} query={query} />;
  const preview = query.data?.preview;
  return (
    <div className={css.preview} role="status">
      {preview && (
        <>
          <p className={css.read}>
            {preview.interpreted.length === 0 ? (
              <span className={shared.empty}>{messages.nothingRead}</span>
            ) : (
              <>
                {messages.readAs}
                {preview.interpreted.map(({ kind, label }, index) => (
                  <Badge key={`${index} ${label}`} tone="blue">{`${kind}: ${label}`}</Badge>
                ))}
              </>
            )}
          </p>
          {preview.didYouMean && <p className={shared.empty}>{messages.corrected(preview.didYouMean)}</p>}
          <p>{messages.found(preview.total)}</p>
          <ul className={css.found}>
            {preview.products.map(({ _id, name }) => (
              <li key={_id}>
                <Link to={`/product/${_id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
