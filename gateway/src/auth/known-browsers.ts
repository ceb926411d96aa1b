import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { setPrivateCookie } from '../web/cookies.ts';

const COOKIE = 'known';
const COOKIE_MS = 180 * 24 * 60 * 60_000;
/** Users remembered per browser, the latest first. */
const MAX_PEOPLE = 5;
const MARK_BYTES = 16;

/**
 * Remembers the users who signed in with a browser, so that they need not queue with unknown clients.
 * A mark is signed with the server's key and valid for one user only. It grants no access and cannot
 * be forged.
 */
export interface KnownBrowsers {
  remember(ctx: Context, userId: string): void;
  isKnown(ctx: Context, userId: string): boolean;
}

/** @param secretKeys the first marks, all are recognised. */
export function createKnownBrowsers(options: {
  secretKeys: readonly string[];
  publicUrl: string;
}): KnownBrowsers {
  const { secretKeys, publicUrl } = options;
  const marksOf = (userId: string) =>
    secretKeys.map((key) =>
      createHmac('sha256', key).update(`known-browser\n${userId}`).digest().subarray(0, MARK_BYTES),
    );

  return {
    remember: (ctx, userId) => {
      const own = marksOf(userId);
      const others = readMarks(ctx).filter((mark) => !own.some((known) => isSame(known, mark)));
      const marks = [...own.slice(0, 1), ...others].slice(0, MAX_PEOPLE);
      setPrivateCookie(ctx, publicUrl, {
        name: COOKIE,
        value: marks.map((mark) => mark.toString('base64url')).join('.'),
        path: '/api',
        maxAge: COOKIE_MS,
      });
    },
    isKnown: (ctx, userId) => {
      const given = readMarks(ctx);
      return marksOf(userId).some((known) => given.some((mark) => isSame(known, mark)));
    },
  };
}

function readMarks(ctx: Context): Buffer[] {
  const text = ctx.cookies.get(COOKIE) ?? '';
  const marks = text.split('.', MAX_PEOPLE).map((mark) => Buffer.from(mark, 'base64url'));
  return marks.filter((mark) => mark.length === MARK_BYTES);
}

function isSame(known: Buffer, given: Buffer): boolean {
  return known.length === given.length && timingSafeEqual(known, given);
}
