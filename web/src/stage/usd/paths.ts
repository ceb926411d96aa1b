/** The path of what lies in a part. */
export function below(path: string, name: string): string {
  return path === '/' ? `/${name}` : `${path}/${name}`;
}

/** A path with another beginning; the same where it begins in another way. */
export function rebased(path: string, from: string, to: string): string {
  return rebasedOr(path, from, to, (other) => other);
}

/** A path with another beginning, or what becomes of paths that begin in another way. */
export function rebasedOr(
  path: string,
  from: string,
  to: string,
  otherwise: (path: string) => string,
): string {
  const isInside = path === from || path.startsWith(`${from}/`) || path.startsWith(`${from}.`);
  return isInside ? `${to}${path.slice(from.length)}` : otherwise(path);
}
