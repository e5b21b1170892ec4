import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { UPLOAD_SLOTS } from '@rangavalli/contracts/upload-limits';
import { AppError } from '@rangavalli/service-kit/app-error';
import { ImageHost } from './image-host.js';

const FOLDER = 'rangavalli/returns';

type Kind = CommandRequest<'rpc.catalog.evidence.sign'>['kind'];

/** Photos and videos of returned goods: at the image host, with public ids that follow from their return. */
@Controller()
export class EvidenceController {
  constructor(private readonly images: ImageHost) {}

  @MessagePattern('rpc.catalog.evidence.sign')
  sign(
    @Payload() { key, kind, slot }: CommandRequest<'rpc.catalog.evidence.sign'>,
  ): CommandReply<'rpc.catalog.evidence.sign'> {
    const publicId = this.idsOf(key, kind)[slot];
    if (!publicId) throw new AppError('VALIDATION_FAILED', { details: { fields: { slot: 'too many uploads' } } });
    return this.images.signReviewUpload(kind, publicId);
  }

  @MessagePattern('rpc.catalog.evidence.find')
  async find(
    @Payload() { key, photos, video }: CommandRequest<'rpc.catalog.evidence.find'>,
  ): Promise<CommandReply<'rpc.catalog.evidence.find'>> {
    const found = await Promise.all(photos.map((publicId) => this.findOne(key, 'photo', publicId)));
    return { photos: found, ...(video ? { video: await this.findOne(key, 'video', video) } : {}) };
  }

  private async findOne(key: string, kind: Kind, publicId: string) {
    if (!this.idsOf(key, kind).includes(publicId))
      throw new AppError('VALIDATION_FAILED', { details: { fields: { [kind]: 'not an upload for this return' } } });
    return this.images.toReviewMedia(await this.images.findReviewMedia(kind, publicId));
  }

  private idsOf(key: string, kind: Kind): string[] {
    return Array.from({ length: UPLOAD_SLOTS[kind] }, (_, slot) =>
      this.images.reviewMediaId(`return ${key} ${kind} ${slot}`, FOLDER),
    );
  }
}
