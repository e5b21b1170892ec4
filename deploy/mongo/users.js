// mongosh: gives each service a user that reads and writes its own database only. Runs at every start, so that a
// changed password in .env takes effect.
const admin = db.getSiblingDB('admin');
admin.auth('admin', process.env.MONGO_PASSWORD_ADMIN);
const variables = Object.keys(process.env).filter((name) => name.startsWith('MONGO_PASSWORD_'));
for (const variable of variables.filter((name) => name !== 'MONGO_PASSWORD_ADMIN')) {
  const user = variable.replace('MONGO_PASSWORD_', '').toLowerCase();
  const settings = {
    pwd: process.env[variable],
    // `dbAdmin` for `collMod`: services change the retention of their collections.
    roles: ['readWrite', 'dbAdmin'].map((role) => ({ role, db: `rangavalli_${user}` })),
    mechanisms: ['SCRAM-SHA-256'],
  };
  if (admin.getUser(user)) admin.updateUser(user, settings);
  else admin.createUser({ user, ...settings });
}
