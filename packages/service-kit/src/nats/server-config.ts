import { NATS_OPERATOR, type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { type GrantedAccess, permissionsOf } from './permissions.js';

export const passwordVariable = (user: NatsUser): string => `NATS_PASSWORD_${user.toUpperCase()}`;

/** A user of the server with the rights of a process. A rotation lets a process have two of them for a while. */
export interface NatsLogin {
  of: NatsUser;
  name: string;
  /** As the file has it: quoted, or a variable of the server's environment. */
  password: string;
}

/** Passwords from the environment must not begin with a digit: the server would read a number. */
const fromEnvironment: readonly NatsLogin[] = natsUsers.map((user) => ({
  of: user,
  name: user,
  password: `$${passwordVariable(user)}`,
}));

/** @param granted by default the access in this checkout */
export const natsServerConfig = (
  logins: readonly NatsLogin[] = fromEnvironment,
  granted?: GrantedAccess,
): string => `# Generated from packages/contracts/src/nats-access.ts; a test compares them.
# Clients and servers behind a cut link are given up after 9 s, by default after 6 minutes.
ping_interval: "3s"
ping_max: 2
authorization {
  timeout: 10
  users: [
${logins.map((login) => userBlock(login, granted)).join('\n')}
  ]
}
`;

function userBlock({ of, name, password }: NatsLogin, granted?: GrantedAccess): string {
  const all = { publish: ['>'], subscribe: ['>'] };
  const { publish, subscribe } = of === NATS_OPERATOR ? all : permissionsOf(of, granted);
  return `    {
      user: ${name}
      password: ${password}
      permissions: {
        publish: { allow: [${listOf(publish)}] }
        subscribe: { allow: [${listOf(subscribe)}] }
        allow_responses: { max: 1, expires: "1m" }
      }
    }`;
}

const listOf = (subjects: string[]): string =>
  `\n${subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n')}\n        `;
