import { runService } from '@rangavalli/service-kit/service';
import { gatewayService } from './gateway.service-definition.js';

await runService(gatewayService);
