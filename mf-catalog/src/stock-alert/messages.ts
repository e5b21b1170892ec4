export const messages = {
  confirmTitle: 'Confirm your alert',
  confirmLead: 'We’ll email you once when the item is back in stock.',
  confirm: 'Yes, email me',
  cancelTitle: 'Cancel your alert',
  cancelLead: 'You’ll get no email when the item is back in stock.',
  cancel: 'Cancel alert',
  linkIncomplete: 'This link is incomplete. Please open the link in the email again.',
  linkInvalid: 'You can request the alert again on the page of the product.',
  somethingWrong: 'Something went wrong.',
  browse: 'Browse Products',
};
