export const messages = {
  emailMissing: 'Please enter your email address.',
  added: (email: string, size: string) =>
    `Thank you. We will email ${email} once, when ${size ? `size ${size}` : 'it'} is back in stock.`,
  confirm: (email: string) => `Thank you. Please open the link that we have sent to ${email} to confirm your request.`,
  confirmed: 'Thank you. We will email you once, when it is back in stock.',
  cancelled: 'Your request is deleted. We will not email you about this item.',
  tooMany: (limit: number) =>
    `This address already has ${limit} stock alerts. Please wait until some of them have been sent.`,
};
