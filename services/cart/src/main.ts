import { runService } from '@rangavalli/service-kit/service';
import { cartService } from './cart.service-definition.js';

await runService(cartService);
