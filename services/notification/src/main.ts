import { runService } from '@rangavalli/service-kit/service';
import { notificationService } from './notification.service-definition.js';

await runService(notificationService);
