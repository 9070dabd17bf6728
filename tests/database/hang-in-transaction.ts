import { connectToRunning } from '../../api/platform/db/embedded/socket.ts';
import { createLog } from '../../api/platform/log.ts';

/** A process that stays in a transaction of another process's embedded database until it is killed. */
const { knex } = (await connectToRunning(process.argv[2]!, createLog('silent')))!;
await knex.transaction(async (transaction) => {
  await transaction('jobs').insert({ kind: 'undone', payload: {} });
  process.stdout.write('in');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
