import { brand } from '@rangavalli/contracts/brand';

export const messages = {
  greeting: (name?: string) => `Namaste${name ? ` ${name}` : ''},`,
  help: 'Need help? Write to us or call us.',
  insteadOf: (amount: string) => `instead of ${amount}`,
  footer: {
    contact: `${brand.email}, ${brand.phone}`,
    complaint: 'Make a complaint',
    preferences: 'Choose how we notify you',
    whyMarketing: 'You receive this email because you asked for offers and reminders.',
    unsubscribe: 'Unsubscribe or change your choices',
  },
  signature: [
    'With warm regards from Hyderabad,',
    brand.name,
    brand.tagline,
    '',
    `${brand.legalName}, ${brand.address.join(', ')}`,
  ],
  orderConfirmation: {
    subject: (order: string) => `Your ${brand.name} order ${order}`,
    title: 'Thank you for your order',
    intro: 'Thank you for your order. We have received your payment and are preparing it for dispatch.',
    introCash: 'Thank you for your order. We are preparing it for dispatch.',
    payCash: (amount: string) => `Pay ${amount} in cash on delivery. Please keep the exact amount ready.`,
    order: (order: string, date: string) => `Order ${order}, ${date}`,
    itemsHeading: 'Items',
    sizeAndQuantity: (size: string, quantity: number) => `${size ? `Size ${size} · ` : ''}Quantity ${quantity}`,
    subtotal: 'Subtotal',
    totalLabel: 'Total paid',
    totalLabelCash: 'Total, payable on delivery',
    discount: 'Discount',
    delivery: 'Delivery',
    codFee: 'Cash on delivery fee',
    roundOff: 'Round off',
    line: (quantity: number, name: string, size: string, amount: string) =>
      `  ${quantity} × ${name}${size ? ` (size ${size})` : ''}: ${amount}`,
    personalisation: (label: string, value: string) => `${label}: ${value}`,
    addressHeading: 'Delivery address',
    nextHeading: 'What happens next',
    dispatch: (date: string) => `We pack your order and hand it to the courier by ${date}.`,
    expectedOn: (date = '') => `We expect to deliver it on ${date}.`,
    expectedBetween: (from = '', to = '') => `We expect to deliver it between ${from} and ${to}.`,
    follow: 'You can follow its status on the page of your order.',
    cancel: 'You can cancel it there any time before dispatch.',
    policy: 'Cancellation and refund policy',
    view: 'View your order',
    help: (order: string) => `Need help? Write to us or call us, and mention order ${order}.`,
  },
  orderDispatched: {
    subject: (order: string) => `Your ${brand.name} order ${order} is on its way`,
    title: 'Your order is on its way',
    intro: (order: string) => `We have handed your order ${order} to the courier.`,
    invoice: (number: string, date: string) => `Tax invoice ${number} of ${date}`,
    view: 'View order and invoice',
  },
  parcelMoved: {
    statuses: {
      picked_up: {
        subject: (order: string) => `A parcel of your order ${order} is with the courier`,
        title: 'Your parcel is with the courier',
        intro: 'The courier has picked up your parcel.',
      },
      out_for_delivery: {
        subject: (order: string) => `Out for delivery: your order ${order}`,
        title: 'Out for delivery',
        intro: 'Your parcel arrives today. Please keep your phone at hand: the courier may call you.',
      },
      delivered: {
        subject: (order: string) => `Delivered: your order ${order}`,
        title: 'Delivered',
        intro: 'Your parcel was delivered. We hope that you like it.',
      },
      undelivered: {
        subject: (order: string) => `The courier could not deliver your order ${order}`,
        title: 'The courier could not deliver',
        intro: 'The courier could not hand over your parcel, and will try again. Please contact us to change anything.',
      },
    },
    items: 'In this parcel',
    item: (quantity: number, name: string) => `${quantity} × ${name}`,
    order: 'Order',
    number: 'Tracking number',
    view: 'Track your parcel',
  },
  returnDecided: {
    subject: (order: string) => `Your return of order ${order} is accepted`,
    title: 'Your return is accepted',
    intro: (order: string) => `We have inspected the items that you returned from order ${order}.`,
    refunded: (amount: string) => `We are refunding ${amount} to how you paid. It takes 3–5 business days.`,
    credited: (amount: string) => `We have added ${amount} to your store credit.`,
    exchanged: 'Your exchange is a new order, which we will send soon. You pay nothing for it.',
    view: 'View order',
  },
  passwordReset: {
    subject: `Reset your ${brand.name} password`,
    title: 'Set a new password',
    intro: 'We received a request to reset the password of your account.',
    view: 'Set a new password',
    ignore: 'If you did not request it, ignore this email: your password stays the same.',
  },
  loginCode: {
    subject: (code: string) => `${code} is your ${brand.name} code`,
    title: 'Your code',
    intro: (time: string) => `Use this code to continue. It works once and expires in ${time}:`,
    keep: 'Never share this code; we never ask for it. If you did not request it, ignore this email.',
  },
  orderCode: {
    subject: (code: string) => `${code} confirms your ${brand.name} order`,
    title: 'Confirm your order',
    intro: (order: string, time: string) =>
      `Confirm order ${order}, which you pay on delivery, with this code. It expires in ${time}:`,
    amounts: (total: string, fee?: string) =>
      `You pay ${total} in cash when the parcel arrives${fee ? `, including ${fee} for cash on delivery` : ''}.`,
    keep: 'Nothing is ordered before you enter the code. If you did not place this order, ignore this email.',
  },
  complaint: {
    subject: (number: string) => `Your complaint ${number} to ${brand.name}`,
    title: 'Your complaint',
    received: (number: string) =>
      `We have received your complaint. Its number is ${number}. We will reply within 48 hours and resolve it within ` +
      'one month.',
    replied: (number: string) => `We have replied to your complaint ${number}.`,
    resolved: (number: string) =>
      `We have replied to your complaint ${number} and closed it. If it is not resolved for you, write to us there.`,
  },
  complaintLink: 'Read our reply and write to us',
  emailVerification: {
    subject: `Confirm your email address for ${brand.name}`,
    title: 'Confirm your email address',
    intro: `Please confirm that this address belongs to your account at ${brand.name}.`,
    view: 'Confirm this address',
    ignore: 'If you have no account with us, ignore this email: somebody has entered your address by mistake.',
  },
  emailChanged: {
    subject: `The email address of your ${brand.name} account is changing`,
    title: 'Your email address is changing',
    intro: (at: string) => `On ${at} a new email address was confirmed for your account. It replaces this one.`,
    undo: 'If it was not you, undo the change. It also logs out all devices.',
    view: 'Undo the change',
  },
  newDevice: {
    subject: `New login to your ${brand.name} account`,
    title: 'New login',
    intro: (at: string, device: string) => `Your account was used to log in on ${at}${device}.`,
  },
  passwordChanged: {
    subject: `Your ${brand.name} password was changed`,
    title: 'Your password was changed',
    intro: (at: string, device: string) =>
      `The password of your account was changed on ${at}${device}. All other devices are logged out.`,
  },
  secondFactorChanged: {
    subject: `The second factor of your ${brand.name} account was changed`,
    title: 'Your second factor was changed',
    added: (at: string) => `A second factor was added to your account on ${at}.`,
    removed: (at: string) => `A second factor was removed from your account on ${at}.`,
    recovery_codes_replaced: (at: string) =>
      `The recovery codes of your account were replaced on ${at}. The earlier ones no longer work.`,
  },
  notYou: 'If it was not you, change your password now and log out the devices that you do not know.',
  secureAccount: 'Secure your account',
  staffInvitation: {
    subject: `Join the ${brand.name} team`,
    title: 'You are invited to the team',
    intro: (role: string) => `You have been invited to join the team of ${brand.name}. Your role: ${role}.`,
    view: 'Accept the invitation',
    ignore: 'If you did not expect it, ignore this email.',
  },
  roleChanged: {
    subject: `Your role at ${brand.name} has changed`,
    title: 'Your role has changed',
    intro: (role: string, at: string) => `Your role was changed on ${at}. Your role is now: ${role}.`,
    view: 'Log in',
    login: 'You are logged out on all devices. Please log in again.',
  },
  deletionScheduled: {
    subject: `Your ${brand.name} account will be deleted`,
    title: 'Your account will be deleted',
    intro: (at: string) => `You asked us to delete your account. We will delete it on ${at}.`,
    cancel: 'If you want to keep it, log in before then and cancel the deletion.',
    view: 'Keep my account',
  },
  accountDeleted: {
    subject: `Your ${brand.name} account was deleted`,
    title: 'Your account was deleted',
    intro: 'Your account and its personal data were deleted, as you asked.',
    kept: 'We keep your orders and invoices for as long as tax law requires.',
  },
  validity: (time: string) => `The link works once and expires in ${time}.`,
  roles: {
    owner: 'owner',
    manager: 'manager',
    catalogue: 'catalogue',
    fulfilment: 'fulfilment',
    support: 'customer support',
    accountant: 'accountant',
    user: 'customer',
  },
  stockAlertConfirmation: {
    subject: (item: string) => `Confirm your stock alert: ${item}`,
    title: 'Confirm your stock alert',
    intro: 'Somebody asked us to email this address once, when this item is back in stock:',
    confirm: 'If it was you, please confirm it within 24 hours.',
    confirmLink: 'Confirm the request',
    cancel: 'If it was not you, ignore this email, or delete the request.',
    cancelLink: 'Delete the request',
  },
  backInStock: {
    subject: (item: string) => `Back in stock: ${item}`,
    title: 'Back in stock',
    intro: 'Good news: the item you asked about is back in stock.',
    item: (name: string, size: string) => `${name}${size ? `, size ${size}` : ''}`,
    view: 'View the item',
    limited:
      'Quantities may be limited, and we cannot reserve one for you. If it sells out again, ' +
      'you can request another email on its page.',
    once: "This is the only email about this item. We won't email you about it again.",
  },
  /** `{#var#}`: a variable of the text that is registered with the operators (DLT), and of the WhatsApp template. */
  shortMessages: {
    view: 'View details',
    oneTimeCode: {
      title: 'Your code',
      pattern: `{#var#} is your ${brand.name} code. It expires in {#var#} minutes. Never share it.`,
    },
    codConfirm: {
      title: 'Confirm your order',
      pattern: `{#var#} confirms your ${brand.name} order {#var#}. You pay {#var#} on delivery.`,
    },
    orderPlaced: {
      title: 'Order received',
      pattern: `Thank you for your ${brand.name} order {#var#} of {#var#}. We will let you know when it is dispatched.`,
    },
    paymentFailed: {
      title: 'Your payment failed',
      pattern: `The payment for your ${brand.name} order {#var#} of {#var#} failed. You can pay again in your account.`,
    },
    dispatched: {
      title: 'Your order is on its way',
      pattern: `Your ${brand.name} order {#var#} was handed to the courier.`,
    },
    parcelPickedUp: {
      title: 'Your parcel is with the courier',
      pattern: `A parcel of your ${brand.name} order {#var#} is with the courier.`,
    },
    outForDelivery: {
      title: 'Out for delivery',
      pattern: `Your ${brand.name} order {#var#} arrives today. The courier may call you.`,
    },
    delivered: {
      title: 'Delivered',
      pattern: `Your ${brand.name} order {#var#} was delivered.`,
    },
    undelivered: {
      title: 'The courier could not deliver',
      pattern: `The courier could not deliver your ${brand.name} order {#var#} and will try again.`,
    },
    delayed: {
      title: 'Your order is late',
      pattern: `We are sorry: your ${brand.name} order {#var#} did not arrive by {#var#}. We are following it up.`,
    },
    cancelled: {
      title: 'Order cancelled',
      pattern: `Your ${brand.name} order {#var#} was cancelled.`,
    },
    cancelledRefund: {
      title: 'Order cancelled',
      pattern: `Your ${brand.name} order {#var#} was cancelled. We are refunding {#var#} to how you paid.`,
    },
    refunded: {
      title: 'Refund sent',
      pattern: `We have refunded {#var#} for your ${brand.name} order {#var#}. It takes 3 to 5 business days.`,
    },
    refundedArn: {
      title: 'Refund sent',
      pattern: `We have refunded {#var#} for your ${brand.name} order {#var#}. Your bank can find it by ARN {#var#}.`,
    },
    returnUpdated: {
      requested: {
        title: 'Return requested',
        pattern: `We have received your return request for ${brand.name} order {#var#}.`,
      },
      pickup_scheduled: {
        title: 'Pickup scheduled',
        pattern: `The courier will fetch your return of ${brand.name} order {#var#}.`,
      },
      received: {
        title: 'Return received',
        pattern: `Your return of ${brand.name} order {#var#} has reached us. We will inspect it soon.`,
      },
    },
    returnDecided: {
      title: 'Return accepted',
      pattern: `We have inspected and accepted your return of ${brand.name} order {#var#}.`,
    },
    backInStock: { title: 'Back in stock', pattern: `{#var#} is back in stock at ${brand.name}.` },
    pinServed: {
      title: 'We now deliver to you',
      pattern: `Good news: ${brand.name} now delivers to PIN code {#var#}.`,
    },
    priceDrop: {
      title: 'Price drop on your wishlist',
      pattern: `{#var#} on your ${brand.name} wishlist now costs {#var#} instead of {#var#}.`,
    },
    reviewRequest: {
      title: 'How do you like it?',
      pattern: `How do you like {#var#} from ${brand.name}? Your review helps other customers.`,
    },
    abandonedCart: {
      title: 'Still in your cart',
      pattern: `{#var#}: still in your cart at ${brand.name}. We cannot reserve it for you.`,
    },
  },
};

export interface EmailContent {
  subject: string;
  text: string;
  /** Without it, the email is plain text only. */
  html?: string;
}

export const compose = (
  subject: string,
  name: string | undefined,
  paragraphs: (string | string[])[],
): EmailContent => ({
  subject,
  text: [[messages.greeting(name)], ...paragraphs, messages.signature]
    .map((paragraph) => `${[paragraph].flat().join('\n')}\n`)
    .join('\n'),
});
