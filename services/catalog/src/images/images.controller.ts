import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { Serves } from '@rangavalli/service-kit/http/serves';
import { ImageHost } from './image-host.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImageHost) {}

  @Serves('POST /products/images/signature')
  sign(): CallAnswer<'POST /products/images/signature'> {
    return { success: true, upload: this.images.signUpload() };
  }
}
