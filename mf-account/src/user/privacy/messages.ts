export const messages = {
  title: 'Your data',
  backToProfile: 'Back to Profile',
  cancel: 'Cancel',

  emails: 'Emails from us',
  emailsLead: 'We always email you about your orders and the safety of your account.',
  marketing: 'New collections and offers',
  marketingHint: 'A few emails a month. You can turn them off at any time.',
  consentsFailed: 'Failed to load your choices.',
  history: 'Your decisions so far',
  purposes: { privacy_notice: 'Privacy Policy', marketing_email: 'Emails about collections and offers' },
  accepted: 'Accepted',
  withdrawn: 'Turned off',
  noDecisions: 'None yet.',
  privacyPolicy: 'Read our Privacy Policy',

  copy: 'A copy of your data',
  copyLead:
    'All that we store about you: orders, addresses, reviews, messages and more. We’ll ask you to confirm that it’s you.',
  downloadPdf: 'Download as PDF',
  downloadJson: 'Download as a file for other programs (JSON)',
  saved: 'Your data was saved on this device.',

  deletion: 'Delete your account',
  deletionLead:
    'Your account is deleted after 30 days; until then you can change your mind. We keep only the invoices of your orders, as tax law requires.',
  requestDeletion: 'Delete my account',
  deletionTitle: 'Delete your account?',
  deletionText:
    'After 30 days your profile, addresses, wishlist and cart are deleted and you can no longer log in. Orders on their way are still delivered.',
  keepAccount: 'Keep my account',
  deletesOn: (day: string) => `Your account will be deleted on ${day}.`,
  deletesOnText: 'Changed your mind? You can still keep it.',
};
