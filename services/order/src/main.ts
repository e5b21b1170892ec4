import { runService } from '@rangavalli/service-kit/service';
import { orderService } from './order.service-definition.js';

await runService(orderService);
