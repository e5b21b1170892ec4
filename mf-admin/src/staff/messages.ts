import type { Role } from '@rangavalli/contracts/permissions';

/** What each role may do, in the words of the sidebar. */
const mayDo: Record<Role, string> = {
  owner: 'Everything, including staff and refund limits.',
  manager: 'Everything except changing staff and refund limits.',
  catalogue: 'Products, pictures and stock. No orders, customers or payments.',
  fulfilment: 'Orders, dispatch and reserved stock. No customers or payments.',
  support: 'Orders, customers and refunds. Cannot approve refunds.',
  accountant: 'Sees orders and payments; makes and approves refunds; exports data.',
  user: 'No access to the admin area. Shops like any customer.',
};

export const messages = {
  title: 'Staff',
  what: 'the staff',
  loadFailed: 'The staff could not be loaded.',
  members: 'Members',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  secondFactor: 'Two-step verification',
  on: 'On',
  off: 'Off',
  remove: 'Remove',
  removeFactor: 'Remove two-step verification',
  removeFactorOf: (name: string) => `Remove two-step verification of ${name}`,
  removeFactorTitle: (name: string) => `Remove the two-step verification of ${name}?`,
  removeFactorText:
    'For a person who can no longer use it. Please make sure that it is really them. All their devices are logged out, ' +
    'and we notify them by email. If somebody else set it up, the owner of the account should first set a new password.',
  lastLogin: 'Last login',
  never: 'Never',
  action: 'Action',
  you: 'You',
  mayDo,

  changeRole: 'Change role',
  changeRoleOf: (name: string) => `Change role of ${name}`,
  changeRoleTitle: (name: string) => `Change the role of ${name}?`,
  newRole: 'New role',
  chooseOtherRole: 'Please choose another role.',
  leaves: 'Customer (remove from the staff)',
  takesEffect: 'It takes effect at once and is recorded in the audit log.',
  save: 'Save role',

  invite: 'Invite staff',
  inviteText: 'We’ll email an invitation. The link works once, for 72 hours.',
  enterEmail: 'Please enter an email address.',
  invalidEmail: 'Please enter a valid email address.',
  choose: 'Choose a role',
  chooseRole: 'Please choose a role.',
  sendInvitation: 'Send invitation',
  invitations: 'Open invitations',
  noInvitations: 'No open invitations.',
  invitedBy: 'Invited by',
  expires: 'Valid until',
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawTitle: 'Withdraw this invitation?',
  withdrawText: (email: string) => `The link that ${email} received will stop working.`,
  keep: 'Keep invitation',
};
