import { rolesWithSecondFactor } from '@rangavalli/contracts/permissions';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { roleOf } from '@rangavalli/web-kit/session/permissions';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { messages } from './messages.js';
import css from './SecondFactorNotice.module.css';

/** Reminds a role that needs a second factor to set one up. */
export function SecondFactorNotice() {
  const isRequired = rolesWithSecondFactor.includes(roleOf(useSession()?.user));
  const { data } = useQuery(isRequired ? 'second-factor' : undefined, (signal) =>
    call('GET /users/second-factor', {}, { signal }),
  );
  if (!data || data.secondFactor.isSetUp) return null;
  return (
    <div className={css.notice}>
      <Notice kind="warning">
        {messages.secondFactorNeeded} <Link to="/user/security">{messages.setUpSecondFactor}</Link>
      </Notice>
    </div>
  );
}
