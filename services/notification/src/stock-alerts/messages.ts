export const messages = {
  emailMissing: 'Please enter your email address.',
  added: (email: string, size: string) =>
    `Thank you. We will email ${email} once, when ${size ? `size ${size}` : 'it'} is back in stock.`,
  tooMany: (limit: number) =>
    `This address already has ${limit} stock alerts. Please wait until some of them have been sent.`,
};
