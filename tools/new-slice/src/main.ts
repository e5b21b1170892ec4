// `npm run new:remote -- mf-gifts` and `npm run new:service -- appointments` create a slice.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { namesOf } from './names.js';
import { newRemote } from './remote.js';
import { newService } from './service.js';
import { NotPossible, Tree } from './tree.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');

function link(workspace: string, folder: string): void {
  const place = path.join(ROOT, 'node_modules', workspace);
  if (existsSync(place) || !existsSync(path.join(ROOT, 'node_modules'))) return;
  mkdirSync(path.dirname(place), { recursive: true });
  symlinkSync(path.relative(path.dirname(place), path.join(ROOT, folder)), place);
}

function writeNatsUsers(): void {
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'packages/service-kit'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const module = path.join(ROOT, 'packages/service-kit/dist/nats/server-config.js');
  const script = `import(${JSON.stringify(module)}).then((it) => process.stdout.write(it.natsServerConfig()))`;
  writeFileSync(path.join(ROOT, 'deploy/kubernetes/nats/users.conf'), execFileSync(process.execPath, ['-e', script]));
}

try {
  const [kind, given] = process.argv.slice(2);
  if (kind !== 'remote' && kind !== 'service')
    throw new NotPossible('npm run new:remote -- mf-gifts, or npm run new:service -- appointments');
  const tree = new Tree(ROOT);
  const names = namesOf(kind, given, tree);
  if (kind === 'remote') newRemote(tree, names);
  else newService(tree, names);
  const files = tree.write();
  for (const file of files) console.log(`  ${file}`);
  link(
    kind === 'remote' ? names.slice : `@rangavalli/${names.slice}`,
    kind === 'remote' ? names.slice : `services/${names.slice}`,
  );
  if (kind === 'service') writeNatsUsers();
  // A longer name wraps other lines.
  const formatter = path.join(ROOT, 'node_modules/oxfmt/bin/oxfmt');
  execFileSync(process.execPath, [formatter, ...files], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const page = kind === 'remote' ? `open /${names.name}` : `GET /api/${names.name}`;
  console.log(`${names.slice} is created. Run npm start, then ${page}. Next: docs/how-to/add-a-slice.md`);
} catch (error) {
  console.error(error instanceof NotPossible ? error.message : error);
  process.exitCode = 1;
}
