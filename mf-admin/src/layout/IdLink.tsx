import { Link } from '@rangavalli/web-kit/federation/router';

/** The end of an id, as screens show it. */
export const shortId = (id: string): string => `#${id.slice(-8)}`;

export const IdLink = ({ to, id }: { to: 'orders' | 'payments' | 'customers'; id: string }) => (
  <Link to={`/admin/${to}/${id}`}>{shortId(id)}</Link>
);
