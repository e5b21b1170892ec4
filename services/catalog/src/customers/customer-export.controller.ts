import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { findPage } from '@rangavalli/service-kit/database/paging';
import type { Model } from 'mongoose';
import { ImageHost } from '../images/image-host.js';
import { QUESTION, type QuestionRecord } from '../questions/question.schema.js';
import { toQuestionEntry } from '../questions/questions.service.js';
import { toReviewEntry } from '../reviews/review-view.js';
import { listedFields, REVIEW, type ReviewRecord } from '../reviews/review.schema.js';

/** As many of the longest texts fit into one message of NATS. */
const PAGE_SIZE = 50;
/** Of both collections, by customer. */
const INDEX = 'of_customer';

type Export = 'rpc.catalog.customer.export';

/** What customers have written. */
@Controller()
export class CustomerExportController {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<ReviewRecord>,
    @InjectModel(QUESTION) private readonly questions: Model<QuestionRecord>,
    private readonly images: ImageHost,
  ) {}

  @MessagePattern('rpc.catalog.customer.export')
  async export(@Payload() { userId, list, cursor }: CommandRequest<Export>): Promise<CommandReply<Export>> {
    const query = { filter: { userId }, index: INDEX, limit: PAGE_SIZE, cursor };
    if (list === 'questions') {
      const { items, nextCursor } = await findPage<QuestionRecord>(this.questions, query);
      return { reviews: [], questions: items.map(toQuestionEntry), ...(nextCursor ? { nextCursor } : {}) };
    }
    const { items, nextCursor } = await findPage<ReviewRecord>(this.reviews, { ...query, projection: listedFields });
    const reviews = items.map((review) => toReviewEntry(review, this.images));
    return { reviews, questions: [], ...(nextCursor ? { nextCursor } : {}) };
  }
}
