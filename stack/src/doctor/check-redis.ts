import { Redis } from 'ioredis';
import type { Finding } from './finding.ts';

const CONNECT_WITHIN_MS = 5_000;
const OLDEST_REDIS = [6, 2] as const;

/** Checks version and eviction policy of a Redis. */
export async function checkRedis(url: string): Promise<Finding[]> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The failure of `connect` itself has no reason.
  const failure = new Promise<never>((_, reject) => client.once('error', reject));
  client.on('error', () => undefined);
  failure.catch(() => undefined);
  try {
    await Promise.race([client.connect(), failure]);
    const info = await client.info();
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? '';
    const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? 'noeviction';
    return [versionOf(version), ...policyOf(policy)];
  } finally {
    client.disconnect();
  }
}

function versionOf(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_REDIS;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? { level: 'ok', text: `Redis ${version} answers` }
    : {
        level: 'problem',
        text: `Redis ${version} is too old`,
        remedy: `Upgrade it to ${OLDEST_REDIS.join('.')} or newer`,
      };
}

function policyOf(policy: string): Finding[] {
  return policy === 'noeviction'
    ? []
    : [
        {
          level: 'problem',
          text: `Redis throws jobs away when its memory is full, as its maxmemory-policy is ${policy}`,
          remedy: 'Set maxmemory-policy noeviction',
        },
      ];
}
