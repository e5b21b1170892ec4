import { runService } from '@rangavalli/service-kit/service';
import { catalogService } from './catalog.service-definition.js';

await runService(catalogService);
