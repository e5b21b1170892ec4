import { Injectable } from '@nestjs/common';

/** Whether this process wants new work. A stop sets it before anything closes, so that balancers turn away first. */
@Injectable()
export class Readiness {
  stopping = false;
}
