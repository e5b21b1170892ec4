// `npm run skew [-- <commit>]`: the shopper's journeys with the shell of an earlier commit and today's remotes, and the reverse.
import path from 'node:path';
import { journeys } from './checks/journeys.js';
import { inOwnFolder } from './checks/own-folder.js';
import { buildPreviousFrontends } from './checks/previous-frontends.js';
import { Tally } from './checks/tally.js';
import { buildAll } from './store.js';

const [commit] = process.argv.slice(process.argv.indexOf('skew') + 1);

await inOwnFolder(async (folder, signal) => {
  const tally = new Tally();
  const previous = path.join(folder, 'previous');
  const built =
    (await tally.one(() => buildAll(signal))) &&
    (await tally.one(() => buildPreviousFrontends(previous, commit, signal)));
  process.env['PREVIOUS_FRONTENDS'] = previous;
  if (built)
    await tally.many(() =>
      journeys(
        { title: 'version skew', args: ['--project', 'previous-shell', '--project', 'previous-remotes', '--no-deps'] },
        folder,
        signal,
      ),
    );
  return tally.close();
});
