import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import pLimit from 'p-limit';

const derive = promisify(argon2);

/** Cost of a hash: memory in KiB, passes over it, lanes. */
type Cost = { memory: number; passes: number; parallelism: number };

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** One at a time in each lane leaves a core to everybody who only reads. */
const CONCURRENCY = 1;
/** Requests beyond this many waiting ones are rejected, to be retried later. */
const MAX_WAITING = 200;

/**
 * `known` clients have proven something that cannot simply be claimed: a session, an earlier sign-in with
 * this browser, or the link of a mail.
 * Their separate lane keeps them from waiting for any number of unknown clients.
 */
export type Lane = 'known' | 'unknown';

/** Hashes and checks passwords with argon2id, a few at a time. */
export interface Passwords {
  /** @throws CodedError `server.unavailable` while too many wait in that lane, as does `verify`. */
  hash(password: string, lane: Lane): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash the same work is done and the result is false.
   * The duration therefore does not reveal whether a user exists.
   */
  verify(password: string, hash: string | null, lane: Lane): Promise<boolean>;
}

/** @param options `cost` of new hashes; each is checked by what it was made with. */
export function createPasswords(
  options: { concurrency?: number; maxWaiting?: number; cost?: Cost } = {},
): Passwords {
  const { concurrency = CONCURRENCY, maxWaiting = MAX_WAITING, cost = COST } = options;
  const lanes: Record<Lane, ReturnType<typeof createGate>> = {
    known: createGate(concurrency, maxWaiting),
    unknown: createGate(concurrency, maxWaiting),
  };
  const dummy = encode({ cost, salt: Buffer.alloc(SALT_BYTES, 1), tag: Buffer.alloc(TAG_BYTES, 1) });

  return {
    hash: (password, lane) =>
      lanes[lane](async () => {
        const salt = randomBytes(SALT_BYTES);
        return encode({ cost, salt, tag: await tagOf(password, salt, cost) });
      }),
    verify: (password, hash, lane) =>
      lanes[lane](async () => {
        const known = decode(hash ?? dummy);
        const isEqual = timingSafeEqual(known.tag, await tagOf(password, known.salt, known.cost));
        return isEqual && hash !== null;
      }),
  };
}

async function tagOf(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: TAG_BYTES,
    ...cost,
  });
}

type Encoded = { cost: Cost; salt: Buffer; tag: Buffer };

/** The PHC string format, which other argon2 libraries read too. */
function encode({ cost, salt, tag }: Encoded): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(tag)}`;
}

function decode(hash: string): Encoded {
  const [, , , costs = '', salt = '', tag = ''] = hash.split('$');
  const [memory = 0, passes = 0, parallelism = 0] = costs
    .split(',')
    .map((cost) => Number(cost.split('=')[1]));
  return {
    cost: { memory, passes, parallelism },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
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
