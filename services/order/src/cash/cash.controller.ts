import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { CodSettings as CodSettingsView } from '@rangavalli/contracts/entities/cash';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise, paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { cashShareOf } from '../checkout/payment-shares.js';
import { toOrder } from '../orders/order.mapper.js';
import { CashList, toCashEntries } from './cash-list.service.js';
import { CodCheckout } from './cod-checkout.service.js';
import { type CodRules, DEFAULT_ADVANCE_PERCENT } from './cod-settings.schema.js';
import { CodSettings } from './cod-settings.service.js';
import { PaymentMethods } from './payment-methods.service.js';
import { numberRows, readRemittanceCsv } from './remittance-rows.js';
import { Remittances } from './remittances.service.js';

@Controller()
export class CashController {
  constructor(
    private readonly checkout: CodCheckout,
    private readonly methods: PaymentMethods,
    private readonly settings: CodSettings,
    private readonly remittances: Remittances,
    private readonly list: CashList,
  ) {}

  @HandlesCall('POST /orders/cod/confirm')
  async confirm(
    @Input() { body }: Input<'POST /orders/cod/confirm'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders/cod/confirm'>> {
    const order = await this.checkout.confirm(caller, body.orderNumber, body.code);
    const message = `Your order is placed. Pay ${formatPaise(cashShareOf(order))} in cash on delivery.`;
    return { success: true, message, order: toOrder(order, caller) };
  }

  @HandlesCall('GET /payments/methods')
  async listMethods(
    @Input() { query }: Input<'GET /payments/methods'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /payments/methods'>> {
    return { success: true, ...(await this.methods.list(caller.id, query)) };
  }

  @HandlesCall('GET /payments/cod/settings')
  async getSettings(): Promise<CallResponse<'GET /payments/cod/settings'>> {
    return { success: true, settings: toView(await this.settings.rules()) };
  }

  @MessagePattern('rpc.order.cash.get')
  async getRules(): Promise<CommandReply<'rpc.order.cash.get'>> {
    const { isEnabled, minimumPaise, maximumPaise, blockedPins, allowsPersonalised } = await this.settings.rules();
    return { isEnabled, minimumPaise, maximumPaise, blockedPins, allowsPersonalised };
  }

  @HandlesCall('PUT /payments/cod/settings')
  async updateSettings(
    @Input() { body }: Input<'PUT /payments/cod/settings'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /payments/cod/settings'>> {
    const rules = await this.settings.update(toRules(body), caller);
    return { success: true, message: 'The rules of cash on delivery were saved.', settings: toView(rules) };
  }

  @HandlesCall('POST /payments/cod/remittances')
  async recordRemittances(
    @Input() { body: { rows, csv = '', isPreview = false } }: Input<'POST /payments/cod/remittances'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/cod/remittances'>> {
    const read = rows ? numberRows(rows) : readRemittanceCsv(csv);
    const results = await this.remittances.record(read, caller, { isPreview });
    this.list.invalidateSums();
    const matched = results.filter(({ outcome }) => outcome === 'matched');
    const recordedPaise = matched.reduce((sum, { expected = 0 }) => sum + rupeesToPaise(expected), 0);
    const amount = formatPaise(recordedPaise);
    const message = isPreview
      ? `${matched.length} of ${results.length} rows match: ${amount}.`
      : `${matched.length} of ${results.length} rows were recorded: ${amount}.`;
    return { success: true, message, rows: results, recorded: paiseToRupees(recordedPaise) };
  }

  @HandlesCall('GET /payments/cod/cash')
  async listCash(@Input() { query }: Input<'GET /payments/cod/cash'>): Promise<CallResponse<'GET /payments/cod/cash'>> {
    const [{ items, ...pageInfo }, sums] = await Promise.all([
      this.list.page(query),
      query.cursor === undefined ? this.list.sums() : undefined,
    ]);
    return {
      success: true,
      cash: items.flatMap((order) => toCashEntries(order)),
      ...(sums ? { sums: { due: paiseToRupees(sums.duePaise), collected: paiseToRupees(sums.collectedPaise) } } : {}),
      ...pageInfo,
    };
  }
}

/** Paise become rupees here (invariant 1). */
const toView = ({ minimumPaise, maximumPaise, feePaise, ...rules }: CodRules): CodSettingsView => ({
  isEnabled: rules.isEnabled,
  minimum: paiseToRupees(minimumPaise),
  maximum: paiseToRupees(maximumPaise),
  fee: paiseToRupees(feePaise),
  blockedPins: rules.blockedPins,
  maxRefusals: rules.maxRefusals,
  refusalDays: rules.refusalDays,
  allowsPersonalised: rules.allowsPersonalised,
  advancePercent: rules.advancePercent ?? DEFAULT_ADVANCE_PERCENT,
});

const toRules = ({ minimum, maximum, fee, ...settings }: CodSettingsView): CodRules => ({
  ...settings,
  blockedPins: [...new Set(settings.blockedPins)].toSorted(),
  minimumPaise: rupeesToPaise(minimum),
  maximumPaise: rupeesToPaise(maximum),
  feePaise: rupeesToPaise(fee),
});
