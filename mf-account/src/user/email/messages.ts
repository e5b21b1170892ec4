export const messages = {
  confirm: 'Please confirm your email address.',
  linkSent: (email: string) => `We sent a link to ${email}. Until you open it, you can buy fewer items at a time.`,
  sendAgain: 'Send the link again',
  pending: (email: string) =>
    `Your new address ${email} is not confirmed yet. Please open the link that we sent to it.`,

  changeEmail: 'Change email',
  newEmail: 'New email',
  changeEmailHint: 'We’ll send a link to the new address. Your old address stays until you open the link.',
  sameEmail: 'This is your current email.',
  sendLink: 'Send link',
};
