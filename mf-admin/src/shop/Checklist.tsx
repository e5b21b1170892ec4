import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Panel } from '../layout/Panel.js';
import css from './ShopPage.module.css';
import { messages } from './messages.js';

/** What the owner has not entered yet, with a link to each field; nothing when all is done. */
export function Checklist() {
  const { data } = useQuery('shop settings', (signal) => call('GET /shop/settings', {}, { signal }));
  const missing = data?.checklist.filter(({ isDone }) => !isDone) ?? [];
  if (!data || missing.length === 0) return null;
  const { length } = data.checklist;
  return (
    <Panel
      title={messages.checklist}
      aside={<strong>{messages.progress(length - missing.length, length)}</strong>}
      className={css.checklist}
    >
      <p className={css.text}>{messages.missing(missing.map(({ item }) => messages.items[item]))}</p>
      <ul className={css.items}>
        {missing.map(({ item }) => (
          <li key={item}>
            <Link to={`/admin/shop?field=${item}`}>{messages.enter(messages.fields[item])}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
