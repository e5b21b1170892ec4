// mongosh: healthy once the replica set, which the first run creates, has a primary.
db.getSiblingDB('admin').auth('admin', process.env.MONGO_INITDB_ROOT_PASSWORD);
try {
  rs.status();
} catch {
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] });
}
quit(db.hello().isWritablePrimary ? 0 : 1);
