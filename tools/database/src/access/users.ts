// The users of the gateway, in a file of DATA_DIR. They are managed with MongoDB's own commands (`createUser` …).
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { createCredentials, credentialsOfNobody, type ScramCredentials } from './scram.js';

export const ADMIN = 'admin';
const ROOT = 'root';
/** Roles of one database, which all give the rights to read and write it. */
const DATABASE_ROLES = ['readWrite', 'dbOwner', 'dbAdmin'] as const;

const roleSchema = z.object({ role: z.enum([ROOT, ...DATABASE_ROLES]), db: z.string() });
const userSchema = z.object({
  name: z.string(),
  roles: z.array(roleSchema),
  credentials: z.object({ salt: z.string(), iterations: z.int(), storedKey: z.string(), serverKey: z.string() }),
});

export type UserRole = z.infer<typeof roleSchema>;
export type User = z.infer<typeof userSchema>;

export const rolesSchema = z.array(roleSchema);

export class Users {
  private readonly byName: Map<string, User>;
  private readonly secret = randomBytes(32);

  private constructor(
    private readonly file: string,
    users: User[],
  ) {
    this.byName = new Map(users.map((user) => [user.name, user]));
  }

  /** Reads the users and sets the administrator's password. */
  static async open(file: string, adminPassword: string): Promise<Users> {
    const users = new Users(file, readUsers(file));
    await users.save(ADMIN, adminPassword, [{ role: ROOT, db: 'admin' }]);
    return users;
  }

  find(name: string): User | undefined {
    return this.byName.get(name);
  }

  list(): User[] {
    return [...this.byName.values()];
  }

  credentialsOf(name: string): ScramCredentials {
    return this.byName.get(name)?.credentials ?? credentialsOfNobody(name, this.secret);
  }

  /** Creates a user or replaces password and roles; what is undefined stays. */
  async save(name: string, password: string | undefined, roles: UserRole[] | undefined): Promise<void> {
    const present = this.byName.get(name);
    const credentials = password === undefined ? present?.credentials : await createCredentials(password);
    if (!credentials) throw new Error(`user ${name} has no password`);
    this.byName.set(name, { name, credentials, roles: roles ?? present?.roles ?? [] });
    this.write();
  }

  delete(name: string): boolean {
    const isDeleted = this.byName.delete(name);
    if (isDeleted) this.write();
    return isDeleted;
  }

  private write(): void {
    const temporary = `${this.file}.new`;
    writeFileSync(temporary, JSON.stringify(this.list()), { mode: 0o600 });
    renameSync(temporary, this.file);
  }
}

function readUsers(file: string): User[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return z.array(userSchema).parse(JSON.parse(text));
}

export const isRoot = ({ roles }: User): boolean => roles.some(({ role }) => role === ROOT);

export const mayUse = (user: User, database: string): boolean =>
  isRoot(user) || user.roles.some(({ db }) => db === database);
