import { Inject, Injectable } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { gatewayCalls } from '@rangavalli/contracts/calls/gateway';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { GatewayConfig } from '../config.js';

/** The calls that the gateway answers by itself. One that is missing here does not compile. */
@Injectable()
export class OwnCalls {
  readonly answers: { [K in keyof typeof gatewayCalls]: () => CallAnswer<K> };

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.answers = {
      'GET /config': () => ({
        success: true,
        razorpay: { keyId: config.RAZORPAY_KEY_ID, checkoutUrl: config.RAZORPAY_CHECKOUT_URL },
        cloudinary: { uploadUrl: config.CLOUDINARY_UPLOAD_URL, uploadPreset: config.CLOUDINARY_UPLOAD_PRESET, folder: config.CLOUDINARY_FOLDER },
      }),
    };
  }
}
