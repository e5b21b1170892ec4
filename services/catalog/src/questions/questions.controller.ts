import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Questions, toQuestion, toQuestionEntry } from './questions.service.js';

@Controller()
export class QuestionsController {
  constructor(private readonly questions: Questions) {}

  @HandlesCall('GET /questions')
  async list(@Input() { query }: Input<'GET /questions'>): Promise<CallResponse<'GET /questions'>> {
    const { items, ...pageInfo } = await this.questions.page(query);
    return { success: true, questions: items.map(toQuestion), ...pageInfo };
  }

  @HandlesCall('POST /questions')
  async create(
    @Input() { body }: Input<'POST /questions'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /questions'>> {
    const id = await this.questions.create(body, caller);
    return { success: true, message: 'Thank you. Your question appears here with our reply.', id };
  }

  @HandlesCall('POST /questions/{id}/helpful')
  async markHelpful(
    @Input() { params }: Input<'POST /questions/{id}/helpful'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /questions/{id}/helpful'>> {
    return { success: true, helpful: await this.questions.markHelpful(params.id, caller.id) };
  }

  @HandlesCall('GET /questions/admin')
  async listForStaff(@Input() { query }: Input<'GET /questions/admin'>): Promise<CallResponse<'GET /questions/admin'>> {
    const { items, ...pageInfo } = await this.questions.pageForStaff(query);
    return { success: true, questions: items.map(toQuestionEntry), ...pageInfo };
  }

  @HandlesCall('POST /questions/{id}/moderation')
  async moderate(
    @Input() { params, body }: Input<'POST /questions/{id}/moderation'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /questions/{id}/moderation'>> {
    const question = toQuestionEntry(await this.questions.moderate(params.id, body, caller));
    const message = question.state === 'published' ? 'Question and reply are published.' : 'The question is hidden.';
    return { success: true, message, question };
  }
}
