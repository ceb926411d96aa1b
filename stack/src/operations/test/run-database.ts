import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../postgres/launch.ts';

/** Runs PostgreSQL for other hosts: `node run-database.ts <folder> <port> <password>`. Ends when the server ends. */
const [folder = '', port = '5432', password = ''] = process.argv.slice(2);
const rules = join(folder, 'pg_hba.conf');
writeFileSync(rules, 'host all all all scram-sha-256\n', { mode: 0o644 });
const postgres = await startPostgres({
  dataDir: folder,
  password,
  port: Number(port),
  settings: ['listen_addresses=*', `hba_file=${rules}`, 'min_wal_size=32MB', 'max_wal_size=128MB'],
  onLine: (line) => console.log(line),
});
await postgres.ended;
process.exit(1);
