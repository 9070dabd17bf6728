// Runs a command with TEST_DATABASE_URL set to a throw-away PostgreSQL on this machine; installs one where there is none.
import { register } from 'tsx/esm/api';

register();
const { withPostgres } = await import('./postgres/with-postgres.ts');
process.exit(await withPostgres(process.argv.slice(2)));
