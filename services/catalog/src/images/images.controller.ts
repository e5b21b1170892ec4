import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import { ImageHost } from './image-host.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImageHost) {}

  @HandlesCall('POST /products/images/signature')
  sign(): CallResponse<'POST /products/images/signature'> {
    return { success: true, upload: this.images.signUpload() };
  }
}
