// `npm run build`: everything that `npm start` would build.
import { explain } from './report.js';
import { buildAll } from './store.js';

try {
  await buildAll();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
