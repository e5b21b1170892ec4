import { z } from 'zod';
import { defineCalls } from '../call.js';
import { accountExport } from '../entities/account-data.js';
import {
  customerGroup,
  customerGroupInput,
  MAX_ADDED_CUSTOMERS,
  MAX_GROUPS_OF_CUSTOMER,
} from '../entities/customer-group.js';
import { customer, invitation, role, staffMember, staffRole, user } from '../entities/user.js';
import { done, email, instant, linkToken, objectId, ok, pageInfo, pageQuery, personName } from '../primitives.js';
import { newPassword } from './passwords.js';

const id = z.object({ id: objectId });

export const staffCalls = defineCalls('user', {
  'GET /users/admin/customers': {
    summary: 'List customers, newest first',
    access: 'customers.read',
    /** `q` begins an email, a word of a name, or a phone number, of the account or of a recipient of its orders. */
    query: pageQuery.extend({ q: z.string().trim().max(120).optional(), group: objectId.optional() }),
    response: ok.extend({ customers: z.array(customer), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /users/admin/customers/{id}': {
    summary: 'Get a customer or a member of staff',
    access: 'customers.read',
    params: id,
    response: ok.extend({ customer }),
    errors: ['NOT_FOUND'],
  },
  'PUT /users/admin/customers/{id}/groups': {
    summary: 'Replace the groups that a customer is a member of',
    access: 'customers.write',
    params: id,
    body: z.object({ groups: z.array(objectId).max(MAX_GROUPS_OF_CUSTOMER) }),
    response: done.extend({ customer }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  },
  'GET /users/admin/groups': {
    summary: 'List the groups of customers with the numbers of their members',
    access: 'customers.read',
    response: ok.extend({ groups: z.array(customerGroup) }),
  },
  'POST /users/admin/groups': {
    summary: 'Create a group of customers',
    access: 'customers.write',
    status: 201,
    body: customerGroupInput,
    response: done.extend({ group: customerGroup }),
    errors: ['VALIDATION_FAILED', 'GROUP_NAME_TAKEN', 'GROUP_LIMIT'],
  },
  'PUT /users/admin/groups/{id}': {
    summary: 'Change the name and the description of a group',
    access: 'customers.write',
    params: id,
    body: customerGroupInput,
    response: done.extend({ group: customerGroup }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'GROUP_NAME_TAKEN'],
  },
  'DELETE /users/admin/groups/{id}': {
    summary: 'Delete a group; offers for it alone apply to nobody then',
    access: 'customers.write',
    params: id,
    response: done,
    errors: ['NOT_FOUND'],
  },
  'POST /users/admin/groups/{id}/customers': {
    summary: 'Add customers by their email addresses to a group. `unknown`: addresses without an account',
    access: 'customers.write',
    idempotent: true,
    params: id,
    body: z.object({
      emails: z.array(z.string().trim().toLowerCase().min(1).max(254)).min(1).max(MAX_ADDED_CUSTOMERS),
    }),
    response: done.extend({ added: z.int().min(0), unknown: z.array(z.string()) }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'GROUP_LIMIT'],
  },
  'GET /users/admin/{id}/export': {
    summary: "Get all personal data of a customer, on the customer's request",
    access: 'exports.read',
    stepUp: true,
    deadlineMs: 20_000,
    params: id,
    response: ok.extend({ export: accountExport }),
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  },
  'DELETE /users/admin/{id}/sessions': {
    summary: 'Log a customer out of all devices; of staff only with the permission staff.write',
    access: 'customers.write',
    params: id,
    response: done,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  },
  'DELETE /users/admin/{id}/second-factor': {
    summary:
      'Remove the second factors and recovery codes of a customer who has lost them, and log out all devices; of staff ' +
      "only with the permission staff.write, and never one's own",
    access: 'customers.write',
    stepUp: true,
    params: id,
    response: done,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  },
  'PUT /users/admin/{id}/role': {
    summary: "Change a user's role; nobody changes their own, and one owner remains",
    access: 'staff.write',
    stepUp: true,
    params: id,
    body: z.object({ role }),
    response: done.extend({ user: user.omit({ orders: true }) }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER', 'STAFF_PASSWORD_NEEDED'],
  },
  'GET /users/admin/staff': {
    summary: 'List members of staff (the newest 500) and open invitations (the newest 200)',
    access: 'staff.read',
    response: ok.extend({ staff: z.array(staffMember), invitations: z.array(invitation) }),
  },
  'POST /users/admin/invitations': {
    summary: 'Invite a person to the staff by email; inviting an address again replaces its invitation',
    access: 'staff.write',
    stepUp: true,
    status: 201,
    body: z.object({ email, role: staffRole }),
    response: done.extend({ invitation }),
    errors: ['VALIDATION_FAILED', 'ALREADY_STAFF', 'RATE_LIMITED', 'UNAVAILABLE'],
  },
  'DELETE /users/admin/invitations/{id}': {
    summary: 'Withdraw an invitation',
    access: 'staff.write',
    params: id,
    response: done,
    errors: ['INVITATION_NOT_FOUND'],
  },
  'POST /users/invitations/view': {
    summary: 'Get the invitation of a link; with an account, accepting it takes the password of that account',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    body: z.object({ token: linkToken }),
    response: ok.extend({
      email,
      role: staffRole,
      hasAccount: z.boolean(),
      /** Only of an account that logs in with emailed codes: accepting sets its password. */
      hasPassword: z.literal(false).optional(),
      expiresAt: instant,
    }),
    errors: ['VALIDATION_FAILED', 'EMAIL_LINK_INVALID', 'RATE_LIMITED'],
  },
  'POST /users/invitations/accept': {
    summary: 'Accept an invitation: creates the account, or gives the role to the one with this address',
    access: 'public',
    limit: 'credentials',
    /** `name` is needed without an account. */
    body: z.object({ token: linkToken, name: personName.optional(), password: newPassword }),
    response: done,
    errors: ['VALIDATION_FAILED', 'PASSWORD_BREACHED', 'EMAIL_LINK_INVALID', 'INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
});
