import { existsSync } from 'node:fs';

/** Leaves compiled tests out whose source was deleted or renamed. */
module.exports = (files: string[]) => ({
  filtered: files.filter((file) =>
    existsSync(file.replace('/dist/server/', '/server/').replace('/dist/', '/src/').replace(/\.js$/, '.ts')),
  ),
});
