import type { Context } from 'koa';

/** A cookie that no script reads and no other site sends; milliseconds. */
type PrivateCookie = { name: string; value: string; path: string; maxAge: number };

/** Sets a cookie for ourselves alone, over TLS only where the public address is one of TLS. */
export function setPrivateCookie(ctx: Context, publicUrl: string, cookie: PrivateCookie): void {
  const { name, value, path, maxAge } = cookie;
  const secure = publicUrl.startsWith('https:');
  // TLS may end at a proxy: what counts is how the visitor got here, not how the proxy did.
  ctx.cookies.secure = secure;
  ctx.cookies.set(name, value, { path, maxAge, secure, httpOnly: true, sameSite: 'strict', overwrite: true });
}
