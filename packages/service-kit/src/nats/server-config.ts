import { NATS_OPERATOR, type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { permissionsOf } from './permissions.js';

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

export const natsServerConfig = (
  logins: readonly NatsLogin[] = fromEnvironment,
): string => `# Generated from packages/contracts/src/nats-access.ts; a test compares them.
authorization {
  timeout: 10
  users: [
${logins.map(userBlock).join('\n')}
  ]
}
`;

function userBlock({ of, name, password }: NatsLogin): string {
  const { publish, subscribe } = of === NATS_OPERATOR ? { publish: ['>'], subscribe: ['>'] } : permissionsOf(of);
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
