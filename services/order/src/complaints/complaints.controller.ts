import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Complaints, statusPath, toComplaint, toComplaintEntry } from './complaints.service.js';

@Controller()
export class ComplaintsController {
  constructor(private readonly complaints: Complaints) {}

  @HandlesCall('POST /complaints')
  async create(@Input() { body }: Input<'POST /complaints'>): Promise<CallResponse<'POST /complaints'>> {
    const record = await this.complaints.create(body);
    return {
      success: true,
      message: `We have received your complaint. Its number is ${record._id}. We will reply within 48 hours.`,
      complaint: toComplaint(record),
      statusPath: statusPath(record),
    };
  }

  @HandlesCall('GET /complaints/{number}')
  async get(
    @Input() { params, query }: Input<'GET /complaints/{number}'>,
  ): Promise<CallResponse<'GET /complaints/{number}'>> {
    return { success: true, complaint: toComplaint(await this.complaints.find(params.number, query.token)) };
  }

  @HandlesCall('POST /complaints/{number}/messages')
  async addMessage(
    @Input() { params, query, body }: Input<'POST /complaints/{number}/messages'>,
  ): Promise<CallResponse<'POST /complaints/{number}/messages'>> {
    const record = await this.complaints.addMessage(params.number, query.token, body.requestId, body.text);
    return { success: true, message: 'Your message was sent.', complaint: toComplaint(record) };
  }

  @HandlesCall('GET /complaints')
  async list(@Input() { query }: Input<'GET /complaints'>): Promise<CallResponse<'GET /complaints'>> {
    const [{ items, ...pageInfo }, counts] = await Promise.all([this.complaints.page(query), this.complaints.counts()]);
    return { success: true, complaints: items.map((record) => toComplaintEntry(record)), ...counts, ...pageInfo };
  }

  @HandlesCall('POST /complaints/{number}/reply')
  async reply(
    @Input() { params, body }: Input<'POST /complaints/{number}/reply'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /complaints/{number}/reply'>> {
    const complaint = toComplaintEntry(await this.complaints.reply(params.number, body, caller));
    return { success: true, message: 'Your reply was sent.', complaint };
  }
}
