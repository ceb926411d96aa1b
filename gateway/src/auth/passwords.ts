import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import pLimit from 'p-limit';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** One at a time in each lane leaves a core to everybody who only reads. */
const CONCURRENCY = 1;
/** People who wait longer than this many others are better told to come back. */
const MAX_WAITING = 200;

/**
 * Who asks: `known` are those who have proven something that nobody can simply claim (a session, a browser that has
 * signed in to that account before, a link of a mail). They have a lane of their own, so that however many strangers
 * queue they wait for none of them.
 */
export type Lane = 'known' | 'strangers';

/** Hashes and checks passwords with argon2id, a few at a time. */
export interface Passwords {
  /** @throws CodedError `server.unavailable` while too many wait in that lane, as does `verify`. */
  hash(password: string, lane: Lane): Promise<string>;
  /**
   * Whether the password belongs to the hash. Without a hash the same work is done and the answer is no, so
   * that the time tells nothing about whether a person exists.
   */
  verify(password: string, hash: string | null, lane: Lane): Promise<boolean>;
}

export function createPasswords(options: { concurrency?: number; maxWaiting?: number } = {}): Passwords {
  const { concurrency = CONCURRENCY, maxWaiting = MAX_WAITING } = options;
  const lanes: Record<Lane, ReturnType<typeof createGate>> = {
    known: createGate(concurrency, maxWaiting),
    strangers: createGate(concurrency, maxWaiting),
  };
  const dummy = encode(Buffer.alloc(SALT_BYTES, 1), Buffer.alloc(TAG_BYTES, 1));

  return {
    hash: (password, lane) =>
      lanes[lane](async () => {
        const salt = randomBytes(SALT_BYTES);
        return encode(salt, await tagOf(password, salt));
      }),
    verify: (password, hash, lane) =>
      lanes[lane](async () => {
        const { salt, tag } = decode(hash ?? dummy);
        const isEqual = timingSafeEqual(tag, await tagOf(password, salt));
        return isEqual && hash !== null;
      }),
  };
}

async function tagOf(password: string, salt: Buffer): Promise<Buffer> {
  return derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: TAG_BYTES,
    ...COST,
  });
}

/** The PHC string format, which other argon2 libraries read too. */
function encode(salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${text(tag)}`;
}

function decode(hash: string): { salt: Buffer; tag: Buffer } {
  const [, , , , salt = '', tag = ''] = hash.split('$');
  return { salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

function createGate(concurrency: number, maxWaiting: number) {
  const limit = pLimit(concurrency);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) {
      throw new CodedError('server.unavailable', { headers: { 'Retry-After': '5' } });
    }
    return limit(work);
  };
}
