import { Inject, Injectable } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { gatewayCalls } from '@rangavalli/contracts/calls/gateway';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Session } from '../auth/session.js';
import type { GatewayConfig } from '../config.js';
import { SystemReader } from '../system/system.js';

/** The calls that the gateway answers by itself. One that is missing here does not compile. */
@Injectable()
export class OwnCalls {
  readonly answers: {
    [K in keyof typeof gatewayCalls]: (session: Session | undefined) => CallResponse<K> | Promise<CallResponse<K>>;
  };

  constructor(@Inject(CONFIG) config: GatewayConfig, system: SystemReader) {
    this.answers = {
      'GET /config': () => ({
        success: true,
        razorpay: { keyId: config.RAZORPAY_KEY_ID, checkoutUrl: config.RAZORPAY_CHECKOUT_URL },
        cloudinary: {
          uploadUrl: config.CLOUDINARY_UPLOAD_URL,
          uploadPreset: config.CLOUDINARY_UPLOAD_PRESET,
          folder: config.CLOUDINARY_FOLDER,
        },
      }),
      'GET /system': (session) => {
        if (!session) throw new AppError('UNAUTHENTICATED');
        return system.read(session.identity);
      },
    };
  }
}
