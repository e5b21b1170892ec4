// The commands of `bootstrap.mjs`; package.json has an npm script for each.
import { explain, Refusal } from '@rangavalli/build-kit/command/report';

type Command = (args: string[]) => Promise<number | void>;

const start = () => import('./commands/start.js');
const test = () => import('./commands/test.js');
const bench = () => import('./commands/bench.js');
const services = () => import('./commands/services.js');
const releases = () => import('./commands/releases.js');

const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await start()).startCommand,
  build: async () => (await start()).buildCommand,
  reset: async () => (await start()).resetCommand,
  affected: async () => (await import('./commands/affected.js')).affectedCommand,
  dev: async () => (await import('./commands/dev.js')).devCommand,

  test: async () => (await test()).testCommand,
  'test-workspace': async () => (await test()).workspaceTestCommand,
  lint: async () => (await test()).lintCommand,
  fuzz: async () => (await test()).longRunCommand('fuzz'),
  drill: async () => (await test()).longRunCommand('drill'),
  walk: async () => (await test()).longRunCommand('walk'),
  skew: async () => (await test()).skewCommand,
  'test-dev': async () => (await test()).devTestCommand,
  bench: async () => (await bench()).benchCommand('main.js'),
  'bench-growth': async () => (await bench()).benchCommand('growth.js'),
  'bench-scale': async () => (await bench()).benchCommand('scale.js'),
  'bench-web': async () => (await bench()).benchWebCommand,

  backup: async () => (await import('./commands/backup.js')).backupCommand,
  restore: async () => (await import('./commands/restore.js')).restoreCommand,
  rotate: async () => (await import('./commands/rotate.js')).rotateCommand,
  pipelines: async () => (await import('./commands/pipelines.js')).pipelinesCommand,
  secrets: async () => (await import('./commands/secrets.js')).secretsCommand,
  dependencies: async () => (await import('./commands/dependencies.js')).dependenciesCommand,
  scale: async () => (await services()).scaleCommand,
  roll: async () => (await services()).rollCommand,
  release: async () => (await releases()).releaseCommand,
  rollback: async () => (await releases()).rollbackCommand,
  'dead-letters': async () => (await services()).deadLettersCommand,
  sales: async () => (await services()).salesCommand,
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new Refusal(`usage: node tools/store/bootstrap.mjs ${Object.keys(commands).join('|')}`);
  process.exitCode = (await (await command())(args)) ?? 0;
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
