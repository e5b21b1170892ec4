import { runService } from '@rangavalli/service-kit/service';
import { fulfilmentService } from './fulfilment.service-definition.js';

await runService(fulfilmentService);
