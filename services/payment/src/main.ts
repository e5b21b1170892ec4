import { runService } from '@rangavalli/service-kit/service';
import { paymentService } from './payment.service-definition.js';

await runService(paymentService);
