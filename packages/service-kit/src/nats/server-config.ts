import { NATS_OPERATOR, type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { permissionsOf } from './permissions.js';

/** The variable in which nats-server, and the start tool, finds a user's password. */
export const passwordVariable = (user: NatsUser): string => `NATS_PASSWORD_${user.toUpperCase()}`;

/** An answer may be given once to each request, and while somebody may wait for it. */
const RESPONSES = 'allow_responses: { max: 1, expires: "1m" }';

/**
 * The configuration file of nats-server: a user for each process, with its subjects only, and the operator.
 * It holds no secret: passwords come from the environment (`passwordVariable`; begin them with a letter, the
 * server reads bare values as numbers else).
 */
export const natsServerConfig =
  (): string => `# Made from packages/contracts/src/nats-access.ts; a test says when it is not up to date.
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
        ${RESPONSES}
      }
    }`;
}

const listOf = (subjects: string[]): string =>
  `\n${subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n')}\n        `;
