import { runService } from '@rangavalli/service-kit/service';
import { userService } from './user.service-definition.js';

await runService(userService);
