import type { Context } from 'koa';

/** A cookie that scripts cannot read and other sites cannot send; milliseconds. */
type PrivateCookie = { name: string; value: string; path: string; maxAge: number };

/** Sets a private cookie, over TLS only where the public URL uses TLS. */
export function setPrivateCookie(ctx: Context, publicUrl: string, cookie: PrivateCookie): void {
  const { name, value, path, maxAge } = cookie;
  const secure = publicUrl.startsWith('https:');
  // TLS may end at a proxy: the visitor's connection counts, not the proxy's.
  ctx.cookies.secure = secure;
  ctx.cookies.set(name, value, { path, maxAge, secure, httpOnly: true, sameSite: 'strict', overwrite: true });
}
