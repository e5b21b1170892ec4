export const messages = {
  title: 'Confirm that it’s you',
  lead: 'This step is protected. Once you confirm, we won’t ask again for 10 minutes.',
  password: 'Your password',
  totp: 'Code from your authenticator app',
  totpHint: '6 digits, for example 123 456.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'One of the codes that you saved, for example k7m2p-x9q4t. Each works once.',
  missing: {
    password: 'Please enter your password.',
    totp: 'Please enter the 6-digit code.',
    recoveryCode: 'Please enter a recovery code.',
  },
  use: {
    password: 'Use your password',
    totp: 'Use your authenticator app',
    recoveryCode: 'Use a recovery code',
  },
  sendCode: 'Email me a code',
  usePasskey: 'Use your passkey',
  or: 'or',
  confirm: 'Confirm',
  failed: 'We could not confirm that it is you. Please try again.',
};
