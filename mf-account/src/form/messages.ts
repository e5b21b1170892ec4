export const messages = {
  email: 'Email',
  emailMissing: 'Please enter your email.',
  emailInvalid: 'Enter a valid email, like name@example.com.',
  passwordMissing: 'Please choose a password.',
  passwordTooShort: (least: number) => `Use at least ${least} characters.`,
  passwordTooLong: (most: number) => `Use at most ${most} characters.`,
  passwordsDiffer: 'The passwords do not match.',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  show: 'Show',
  hide: 'Hide',
};
