import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { z } from 'zod';

const Secrets = z.object({ secretKey: z.string(), postgresPassword: z.string(), demoPassword: z.string() });
export type Secrets = z.output<typeof Secrets>;

const SECRET_BITS = 256;
const DEMO_BITS = 72;
const WELL_KNOWN_DEMO_PASSWORD = 'diorama-demo';

/**
 * Loads the secrets of a data folder, which are generated once and readable by its owner alone. The demo
 * account has the documented password only while the product is local to this machine. The first start that
 * is reachable from outside generates another one.
 */
export function loadSecrets(
  dataDir: string,
  { isLocal }: { isLocal: boolean },
): { secrets: Secrets; isDemoPasswordNew: boolean } {
  const path = join(dataDir, 'secrets.json');
  const kept = existsSync(path) ? Secrets.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
  if (kept && (isLocal || kept.demoPassword !== WELL_KNOWN_DEMO_PASSWORD)) {
    return { secrets: kept, isDemoPasswordNew: false };
  }
  const secrets = {
    secretKey: kept?.secretKey ?? randomToken(SECRET_BITS),
    postgresPassword: kept?.postgresPassword ?? randomToken(SECRET_BITS),
    demoPassword: isLocal ? WELL_KNOWN_DEMO_PASSWORD : randomToken(DEMO_BITS),
  };
  writeFileSync(`${path}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return { secrets, isDemoPasswordNew: true };
}
