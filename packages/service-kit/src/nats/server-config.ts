import { NATS_OPERATOR, type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { permissionsOf } from './permissions.js';

export const passwordVariable = (user: NatsUser): string => `NATS_PASSWORD_${user.toUpperCase()}`;

/** Passwords come from the environment and must not begin with a digit: the server would read a number. */
export const natsServerConfig =
  (): string => `# Generated from packages/contracts/src/nats-access.ts; a test compares them.
authorization {
  timeout: 10
  users: [
${natsUsers.map(userBlock).join('\n')}
  ]
}
`;

function userBlock(user: NatsUser): string {
  const { publish, subscribe } = user === NATS_OPERATOR ? { publish: ['>'], subscribe: ['>'] } : permissionsOf(user);
  return `    {
      user: ${user}
      password: $${passwordVariable(user)}
      permissions: {
        publish: { allow: [${listOf(publish)}] }
        subscribe: { allow: [${listOf(subscribe)}] }
        allow_responses: { max: 1, expires: "1m" }
      }
    }`;
}

const listOf = (subjects: string[]): string =>
  `\n${subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n')}\n        `;
